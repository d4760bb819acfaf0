package io.linkteller.dp.session;

import io.linkteller.privacy.ChargedGuarantee;
import java.util.function.Supplier;

/**
 * A result that has left a session; only sessions create one.
 *
 * @param <T> its type
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
   * Returns the guarantee that was charged for it, together with everything that the session has
   * released so far: the result may depend on any of it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }
}
