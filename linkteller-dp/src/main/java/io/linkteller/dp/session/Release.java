package io.linkteller.dp.session;

import io.linkteller.privacy.ChargedGuarantee;

/**
 * A result that has left a session, which alone creates one.
 *
 * @param <T> its type
 */
public final class Release<T> {

  private final T value;
  private final ChargedGuarantee guarantee;

  Release(T value, ChargedGuarantee guarantee) {
    this.value = value;
    this.guarantee = guarantee;
  }

  /** {@return the result} */
  public T value() {
    return value;
  }

  /** {@return what was charged for it} */
  public ChargedGuarantee guarantee() {
    return guarantee;
  }
}
