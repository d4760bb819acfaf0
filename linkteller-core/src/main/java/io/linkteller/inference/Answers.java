package io.linkteller.inference;

import org.ejml.data.DMatrixRMaj;

/** Asks a black box and refuses what is not an answer. */
public final class Answers {

  private Answers() {}

  /**
   * Asks a query.
   *
   * @param api the black box
   * @param query the query
   * @param name what to call the query in a message, such as {@code "the query that scales node 7"}
   * @return n x c, all finite
   * @throws InferenceException if the thread is interrupted, or the black box throws, returns
   *     another number of rows than the query has nodes, or returns NaN or an infinity
   */
  public static DMatrixRMaj ask(InferenceApi api, InferenceQuery query, String name) {
    // A black box need not notice an interrupt: without this an attack would ask all its queries.
    if (Thread.currentThread().isInterrupted()) {
      throw new InferenceException("the attack was interrupted before " + name);
    }
    DMatrixRMaj answer;
    try {
      answer = api.predict(query);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InferenceException(name + " was interrupted", e);
    } catch (Exception e) {
      throw new InferenceException(name + " failed: " + e, e);
    }
    return checked(answer, query, name);
  }

  /**
   * Asks a query whose answer is to be compared with an earlier one.
   *
   * @param api the black box
   * @param query the query
   * @param name what to call the query in a message
   * @param width c, the number of logits a node of the earlier answer, at least 1
   * @return n x c, all finite
   * @throws InferenceException as {@link #ask(InferenceApi, InferenceQuery, String)} does, or if
   *     the answer has another number of logits a node
   */
  public static DMatrixRMaj ask(InferenceApi api, InferenceQuery query, String name, int width) {
    DMatrixRMaj answer = ask(api, query, name);
    if (answer.numCols != width) {
      throw new InferenceException(
          name
              + " returned "
              + answer.numCols
              + " logits a node where an earlier answer had "
              + width);
    }
    return answer;
  }

  /**
   * Refuses what is not an answer.
   *
   * @param answer what the black box returned
   * @param query what it was asked
   * @param name what to call the query in a message
   * @return {@code answer}: n x c, all finite
   * @throws InferenceException if it is none
   */
  // A black box is foreign code, perhaps not compiled under null checks.
  @SuppressWarnings("ConstantValue")
  public static DMatrixRMaj checked(DMatrixRMaj answer, InferenceQuery query, String name) {
    if (answer == null) {
      throw new InferenceException(name + " returned null");
    }
    int n = query.nodes().size();
    if (answer.numRows != n || answer.numCols < 1) {
      throw new InferenceException(
          name
              + " returned "
              + answer.numRows
              + " x "
              + answer.numCols
              + " numbers where "
              + n
              + " rows of at least one logit were asked for");
    }
    for (int i = 0; i < n * answer.numCols; i++) {
      if (!Double.isFinite(answer.data[i])) {
        int row = i / answer.numCols;
        throw new InferenceException(
            name
                + " returned "
                + answer.data[i]
                + " for node "
                + query.nodes().getInt(row)
                + ", logit "
                + i % answer.numCols);
      }
    }
    return answer;
  }
}
