package io.linkteller.inference;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.ejml.data.DMatrixRMaj;

/**
 * Sends queries to a black box and validates the answers. Every method returns one row per entry of
 * {@link InferenceQuery#observed()}, whether the black box returned these rows only or the rows of
 * all nodes.
 */
public final class Answers {

  private Answers() {}

  /**
   * Sends a query and validates the answer.
   *
   * @param api the black box
   * @param query the query
   * @param name the name of the query in error messages, such as {@code "the query that scales node
   *     7"}
   * @return one row per observed row, c columns, all finite
   * @throws InferenceException if the thread is interrupted, or the black box throws an exception,
   *     returns neither one row per node nor one per observed row, or returns NaN or an infinity
   *     for an observed row
   */
  public static DMatrixRMaj ask(InferenceApi api, InferenceQuery query, String name) {
    return checked(call(() -> api.predict(query), name), query, name);
  }

  /**
   * Sends a query whose answer will be compared with an earlier one.
   *
   * @param api the black box
   * @param query the query
   * @param name the name of the query in error messages
   * @param width c, the number of logits per node in the earlier answer, at least 1
   * @return one row per observed row, c columns, all finite
   * @throws InferenceException as {@link #ask(InferenceApi, InferenceQuery, String)} does, or if
   *     the answer does not have c logits per node
   */
  public static DMatrixRMaj ask(InferenceApi api, InferenceQuery query, String name, int width) {
    return requireWidth(ask(api, query, name), name, width);
  }

  /**
   * Sends several queries whose answers will be compared with an earlier one, {@link
   * InferenceApi#batchSize} at once.
   *
   * @param api the black box
   * @param queries the queries
   * @param names the name of each query in error messages, by its index
   * @param width c, the number of logits per node in the earlier answer, at least 1
   * @return the answers in the order of the queries, each as {@link #ask(InferenceApi,
   *     InferenceQuery, String, int)} returns it, and all of them distinct
   * @throws InferenceException as {@link #ask(InferenceApi, InferenceQuery, String, int)} does, or
   *     if the number of answers differs from the number of queries
   */
  public static List<DMatrixRMaj> askAll(
      InferenceApi api, List<InferenceQuery> queries, IntFunction<String> names, int width) {
    if (queries.size() == 1) {
      return List.of(ask(api, queries.get(0), names.apply(0), width));
    }
    List<DMatrixRMaj> answers = new ArrayList<>(queries.size());
    int most = Math.max(1, api.batchSize());
    while (answers.size() < queries.size()) {
      int from = answers.size();
      int until = from + Math.min(most, queries.size() - from);
      answers.addAll(
          askBatch(api, queries.subList(from, until), i -> names.apply(from + i), width));
    }
    return answers;
  }

  // A black box is third-party code that may return null in spite of its declaration.
  @SuppressWarnings("ConstantValue")
  private static List<DMatrixRMaj> askBatch(
      InferenceApi api, List<InferenceQuery> queries, IntFunction<String> names, int width) {
    if (queries.size() == 1) {
      return List.of(ask(api, queries.get(0), names.apply(0), width).copy());
    }
    String batch = "the batch of " + queries.size() + " queries from " + names.apply(0) + " on";
    List<DMatrixRMaj> answers = call(() -> api.predictAll(queries), batch);
    if (answers == null || answers.size() != queries.size()) {
      throw new InferenceException(
          batch + " returned " + (answers == null ? "null" : answers.size() + " answers"));
    }
    List<DMatrixRMaj> observed = new ArrayList<>(queries.size());
    for (int i = 0; i < queries.size(); i++) {
      String name = names.apply(i);
      observed.add(requireWidth(checked(answers.get(i), queries.get(i), name), name, width));
    }
    return observed;
  }

  /** A call of a black box. */
  @FunctionalInterface
  private interface Call<T> {
    T answer() throws Exception;
  }

  private static <T> T call(Call<T> call, String name) {
    // A black box may ignore interrupts; without this check an attack would send all its queries.
    if (Thread.currentThread().isInterrupted()) {
      throw new InferenceException("the attack was interrupted before " + name);
    }
    try {
      return call.answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InferenceException(name + " was interrupted", e);
    } catch (Exception e) {
      // The message of an exception that is not ours may be no more than the name of a file.
      boolean isOurs = e instanceof ModelFormatException || e instanceof InferenceException;
      Object reason = isOurs ? e.getMessage() : e;
      throw new InferenceException(name + " failed: " + reason, e);
    }
  }

  private static DMatrixRMaj requireWidth(DMatrixRMaj answer, String name, int width) {
    if (answer.numCols != width) {
      // No number of either answer: a server chooses both, and may make them of a secret.
      throw new AnswerWidthException(
          name + " returned another number of logits per node than an earlier answer");
    }
    return answer;
  }

  /**
   * Validates an answer.
   *
   * @param answer the answer of the black box
   * @param query the query that was sent
   * @param name the name of the query in error messages
   * @return the observed rows of {@code answer}; {@code answer} itself if it has no other rows
   * @throws NonFiniteAnswerException if the answer has NaN or an infinity in an observed row
   * @throws InferenceException if the answer is null, has neither one row per node nor one per
   *     observed row, or has no columns
   */
  // A black box is third-party code that may return null in spite of its declaration.
  @SuppressWarnings("ConstantValue")
  public static DMatrixRMaj checked(DMatrixRMaj answer, InferenceQuery query, String name) {
    if (answer == null) {
      throw new InferenceException(name + " returned null");
    }
    int n = query.nodes().size();
    int observedRows = query.observed().size();
    if ((answer.numRows != n && answer.numRows != observedRows) || answer.numCols < 1) {
      throw new InferenceException(
          name
              + " did not return "
              + n
              + (query.observesAll() ? "" : " or " + observedRows)
              + " rows of at least one logit");
    }
    DMatrixRMaj observed = observed(answer, query);
    for (int i = 0; i < observed.getNumElements(); i++) {
      if (!Double.isFinite(observed.data[i])) {
        int row = query.observed().getInt(i / observed.numCols);
        throw new NonFiniteAnswerException(
            name + " returned " + observed.data[i] + " for node " + query.nodes().getInt(row));
      }
    }
    return observed;
  }

  /**
   * Returns the observed rows of an answer.
   *
   * @param answer one row per node of the query, or one per observed row
   * @param query the query
   * @return one row per observed row; {@code answer} itself if it has no other rows
   */
  public static DMatrixRMaj observed(DMatrixRMaj answer, InferenceQuery query) {
    IntList rows = query.observed();
    if (answer.numRows == rows.size()) {
      return answer;
    }
    int width = answer.numCols;
    DMatrixRMaj observed = new DMatrixRMaj(rows.size(), width);
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(answer.data, rows.getInt(i) * width, observed.data, i * width, width);
    }
    return observed;
  }
}
