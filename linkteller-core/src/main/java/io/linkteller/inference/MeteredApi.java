package io.linkteller.inference;

/** A black box that counts the bytes that its queries transfer. */
public interface MeteredApi extends InferenceApi {

  /**
   * Returns the number of bytes transferred by all queries so far: written to the model's memory or
   * sent to the model, and read from it.
   *
   * @return the number of bytes, at least 0
   */
  long bytesMoved();
}
