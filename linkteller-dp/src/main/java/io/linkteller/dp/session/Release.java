package io.linkteller.dp.session;

import io.linkteller.privacy.ChargedGuarantee;
import java.util.function.Supplier;

/**
 * A result that a session has released. Only sessions can create one.
 *
 * @param <T> the type of the result
 */
public final class Release<T> {

  private final T value;
  private final Supplier<ChargedGuarantee> guarantee;

  Release(T value, Supplier<ChargedGuarantee> guarantee) {
    this.value = value;
    this.guarantee = guarantee;
  }

  /** {@return the result} */
  public T value() {
    return value;
  }

  /**
   * Returns the guarantee that was charged for the result, composed with that of everything that
   * the session has released so far, because the result may depend on any of it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }
}
