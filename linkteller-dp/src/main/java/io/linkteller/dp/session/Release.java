package io.linkteller.dp.session;

import io.linkteller.privacy.ChargedGuarantee;
import java.util.function.Supplier;

/**
 * A result that has left a session, which alone creates one.
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
   * Returns what was charged for it, together with all that the session has released up to now: the
   * result may be one of any of it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }
}
