package io.linkteller.remote;

import java.util.concurrent.Callable;

/** A safeguard around a call of a black box, for one query or a batch. */
interface Measure {

  /**
   * Makes a call or refuses it.
   *
   * @param call the call
   * @param queries the number of queries in the call
   * @param <T> the type of its answer
   * @return the answer
   * @throws Exception if the call fails or is refused
   */
  <T> T around(Callable<T> call, int queries) throws Exception;
}
