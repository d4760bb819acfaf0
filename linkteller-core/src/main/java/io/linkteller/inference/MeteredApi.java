package io.linkteller.inference;

/** A black box that counts what its queries cost in bytes. */
public interface MeteredApi extends InferenceApi {

  /**
   * Returns how many bytes were moved for all queries so far: written for the model or sent to it,
   * and read from it.
   *
   * @return the number of bytes, at least 0
   */
  long bytesMoved();
}
