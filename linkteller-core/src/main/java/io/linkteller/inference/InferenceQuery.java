package io.linkteller.inference;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * A query to a black box: the nodes V^(I), their features X^(I), and the nodes whose answers will
 * be read. It also validates answers. Immutable.
 *
 * <p>The features consist of base features and an edit of them. A model that does not support edits
 * reads {@link #features()} and answers for all nodes. A model that caches the base recomputes only
 * the nodes that the edited rows can reach, and a client of a remote model needs to send the base
 * only once. A model may return only the {@link #observed()} rows.
 *
 * <pre>{@code
 * InferenceQuery baseline = nodes.query().observing(nodes.targetRows());
 * InferenceQuery probe = baseline.with(FeatureEdit.scaling(v, 1 + 1e-4));
 * }</pre>
 */
public final class InferenceQuery {

  private final IntList nodes;
  private final FeatureMatrix base;
  private final FeatureEdit edit;
  private final IntList observed;

  private InferenceQuery(IntList nodes, FeatureMatrix base, FeatureEdit edit, IntList observed) {
    this.nodes = nodes;
    this.base = base;
    this.edit = edit;
    this.observed = observed;
  }

  /**
   * Returns a query without an edit, observed for every node. Takes O(n) time.
   *
   * @param nodes V^(I), the ids of n distinct nodes of the served graph
   * @param features X^(I), n x d: row r belongs to {@code nodes.getInt(r)}
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public static InferenceQuery of(IntList nodes, FeatureMatrix features) {
    requireRowPerNode(nodes, features);
    IntList all = IntImmutableList.of(IntStream.range(0, nodes.size()).toArray());
    return new InferenceQuery(unmodifiable(nodes), features, FeatureEdit.none(), all);
  }

  /**
   * Copies a list unless its class is exactly {@code IntImmutableList}, whose subclasses may be
   * mutable.
   */
  private static IntList unmodifiable(IntList list) {
    return list.getClass() == IntImmutableList.class
        ? list
        : IntImmutableList.of(list.toIntArray().clone());
  }

  private static void requireRowPerNode(IntList nodes, FeatureMatrix features) {
    if (features.rows() != nodes.size()) {
      throw new IllegalArgumentException(
          "features has " + features.rows() + " rows for " + nodes.size() + " nodes");
    }
  }

  /**
   * Returns this query with other base features and without an edit, in O(1) time.
   *
   * @param features n x d'
   * @return the query
   * @throws IllegalArgumentException if the number of rows differs from the number of nodes
   */
  public InferenceQuery about(FeatureMatrix features) {
    requireRowPerNode(nodes, features);
    return new InferenceQuery(nodes, features, FeatureEdit.none(), observed);
  }

  /**
   * Returns this query with another edit of its base features, which replaces the current edit.
   * Takes O(1) time, or O(d) per replaced row.
   *
   * @param other the edit
   * @return the query
   * @throws IllegalArgumentException if the edit does not fit the base, as described in {@link
   *     FeatureEdit#requireFits}
   */
  public InferenceQuery with(FeatureEdit other) {
    other.requireFits(base);
    return new InferenceQuery(nodes, base, other, observed);
  }

  /**
   * Returns this query, observed only for some nodes.
   *
   * @param rows the rows of these nodes in {@link #nodes()}, strictly ascending, each in [0, n)
   * @return the query
   * @throws IllegalArgumentException if the rows are not strictly ascending or one is out of range
   */
  public InferenceQuery observing(IntList rows) {
    IntList copy = unmodifiable(rows);
    int before = -1;
    for (int i = 0; i < copy.size(); i++) {
      int row = copy.getInt(i);
      if (row < 0 || row >= nodes.size()) {
        throw new IllegalArgumentException(
            "observed row = " + row + " is outside [0, " + nodes.size() + ")");
      }
      if (row <= before) {
        throw new IllegalArgumentException(
            "observed rows must be strictly ascending: " + row + " follows " + before);
      }
      before = row;
    }
    return new InferenceQuery(nodes, base, edit, copy);
  }

  /** {@return V^(I), the ids of n distinct nodes of the served graph, unmodifiable} */
  public IntList nodes() {
    return nodes;
  }

  /** {@return the base features, before the edit, n x d} */
  public FeatureMatrix base() {
    return base;
  }

  /** {@return the edit of the base features} */
  public FeatureEdit edit() {
    return edit;
  }

  /**
   * Returns X^(I), the features that the model should use: the base with the edit applied. Takes
   * O(1) time, or O(d) per replaced row.
   *
   * @return n x d: row r belongs to {@code nodes().getInt(r)}
   */
  public FeatureMatrix features() {
    return edit.applyTo(base);
  }

  /**
   * Returns whether this query sends the same input as another: the same feature matrix, unedited,
   * for the same nodes. Takes O(n) time; matrices are compared by identity, because comparing their
   * entries would take O(n d).
   *
   * @param other the other query
   * @return true if neither has an edit and both have the same nodes and matrix; observed rows may
   *     differ
   */
  public boolean isSameInput(InferenceQuery other) {
    return edit.isEmpty()
        && other.edit.isEmpty()
        && base == other.base
        && nodes.equals(other.nodes);
  }

  /** {@return the rows of the answer that will be read, strictly ascending, unmodifiable} */
  public IntList observed() {
    return observed;
  }

  /** {@return whether the answer is read for every node} */
  public boolean observesAll() {
    return observed.size() == nodes.size();
  }

  /**
   * Sends this query and validates the answer.
   *
   * @param api the black box
   * @param name the name of the query in error messages, such as {@code "the query that scales node
   *     7"}
   * @return one row per observed row, c columns, all finite
   * @throws InferenceException if the thread is interrupted, or the black box throws an exception,
   *     returns neither one row per node nor one per observed row, or returns NaN or an infinity
   *     for an observed row
   */
  public DMatrixRMaj ask(InferenceApi api, String name) {
    return checked(call(() -> api.predict(this), name), name);
  }

  /**
   * Sends this query, whose answer will be compared with an earlier one.
   *
   * @param api the black box
   * @param name the name of the query in error messages
   * @param width c, the number of logits per node in the earlier answer; 0 if there is none
   * @return one row per observed row, c columns, all finite
   * @throws InferenceException under the conditions of {@link #ask(InferenceApi, String)}, or if
   *     the answer does not have c logits per node
   */
  public DMatrixRMaj ask(InferenceApi api, String name, int width) {
    return requireWidth(ask(api, name), name, width);
  }

  /**
   * Sends several queries in one call. Their answers will be compared with an earlier one.
   *
   * @param api the black box
   * @param queries the queries, at most {@link InferenceApi#batchSize}
   * @param names the name of each query in error messages, by its index
   * @param width c, the number of logits per node in the earlier answer; 0 if there is none
   * @return the answers in the order of the queries, each as returned by {@link #ask(InferenceApi,
   *     String, int)}, and all of them distinct matrices
   * @throws InferenceException under the conditions of {@link #ask(InferenceApi, String, int)}, or
   *     if the number of answers differs from the number of queries
   */
  // A black box is third-party code that may return null in spite of its declaration.
  @SuppressWarnings("ConstantValue")
  public static List<DMatrixRMaj> askAll(
      InferenceApi api, List<InferenceQuery> queries, IntFunction<String> names, int width) {
    if (queries.size() == 1) {
      return List.of(queries.get(0).ask(api, names.apply(0), width));
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
      observed.add(requireWidth(queries.get(i).checked(answers.get(i), name), name, width));
    }
    return observed;
  }

  private static <T> T call(Callable<T> call, String name) {
    // A black box may ignore interrupts. Without this check, an attack would send all its queries.
    if (Thread.currentThread().isInterrupted()) {
      throw new InferenceException("the attack was interrupted before " + name);
    }
    try {
      return call.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InferenceException(name + " was interrupted", e);
    } catch (Exception e) {
      // The message of any other exception may be just a file name.
      boolean isOurs = e instanceof ModelFormatException || e instanceof InferenceException;
      Object reason = isOurs ? e.getMessage() : e;
      throw new InferenceException(name + " failed: " + reason, e);
    }
  }

  private static DMatrixRMaj requireWidth(DMatrixRMaj answer, String name, int width) {
    if (width > 0 && answer.numCols != width) {
      // The message omits both numbers: a server chooses them and may derive them from a secret.
      throw new AnswerWidthException(
          name + " returned a different number of logits per node than an earlier answer");
    }
    return answer;
  }

  /**
   * Validates an answer to this query.
   *
   * @param answer the answer of the black box
   * @param name the name of the query in error messages
   * @return the observed rows of {@code answer}; {@code answer} itself if it has no other rows
   * @throws NonFiniteAnswerException if the answer has NaN or an infinity in an observed row
   * @throws InferenceException if the answer is null, has neither one row per node nor one per
   *     observed row, or has no columns
   */
  // A black box is third-party code that may return null in spite of its declaration.
  @SuppressWarnings("ConstantValue")
  public DMatrixRMaj checked(DMatrixRMaj answer, String name) {
    if (answer == null) {
      throw new InferenceException(name + " returned null");
    }
    int n = nodes.size();
    if ((answer.numRows != n && answer.numRows != observed.size()) || answer.numCols < 1) {
      throw new InferenceException(
          name
              + " did not return "
              + n
              + (observesAll() ? "" : " or " + observed.size())
              + " rows of at least one logit");
    }
    DMatrixRMaj rows = observedRows(answer);
    for (int i = 0; i < rows.getNumElements(); i++) {
      if (!Double.isFinite(rows.data[i])) {
        int row = observed.getInt(i / rows.numCols);
        throw new NonFiniteAnswerException(
            name + " returned " + rows.data[i] + " for node " + nodes.getInt(row));
      }
    }
    return rows;
  }

  /**
   * Returns the observed rows of an answer to this query.
   *
   * @param answer one row per node, or one per observed row
   * @return one row per observed row; {@code answer} itself if it has no other rows
   */
  public DMatrixRMaj observedRows(DMatrixRMaj answer) {
    if (answer.numRows == observed.size()) {
      return answer;
    }
    int width = answer.numCols;
    DMatrixRMaj rows = new DMatrixRMaj(observed.size(), width);
    for (int i = 0; i < observed.size(); i++) {
      System.arraycopy(answer.data, observed.getInt(i) * width, rows.data, i * width, width);
    }
    return rows;
  }

  @Override
  public String toString() {
    return "InferenceQuery["
        + nodes.size()
        + " nodes"
        + (edit.isEmpty() ? "" : ", " + edit)
        + (observesAll() ? "" : ", " + observed.size() + " observed")
        + "]";
  }
}
