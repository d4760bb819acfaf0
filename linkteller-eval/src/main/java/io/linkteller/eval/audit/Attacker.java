package io.linkteller.eval.audit;

import io.linkteller.inference.output.AnswerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The capabilities of the attackers of an audit. The audit enforces them for every attack: a query
 * that exceeds them is rejected, and its attack is reported as not applicable. Immutable.
 *
 * <pre>{@code
 * Attacker.UNRESTRICTED.withOwnFeaturesOnly().withQueryLimit(1_000)
 * }</pre>
 *
 * @param choosesFeatures whether arbitrary features may be sent; if not, the base features are X
 *     and edits scale rows of it
 * @param rangeChecked whether each number sent must lie in the range of its column in X, widened by
 *     a tenth at both ends
 * @param choosesNodes whether a query may omit nodes of V^(I), so that it is answered on the
 *     subgraph induced by the others
 * @param queryLimit the maximum number of queries of an attack, if there is a limit
 * @param answers the kind of answers of the black box
 */
public record Attacker(
    boolean choosesFeatures,
    boolean rangeChecked,
    boolean choosesNodes,
    OptionalLong queryLimit,
    AnswerKind answers) {

  /** An attacker that may send any queries in any number and sees logits. */
  public static final Attacker UNRESTRICTED =
      new Attacker(true, false, true, OptionalLong.empty(), AnswerKind.LOGITS);

  /**
   * Checks the limit.
   *
   * @param choosesFeatures whether arbitrary features may be sent; if not, the base features are X
   *     and edits scale rows of it
   * @param rangeChecked whether each number sent must lie in the range of its column in X, widened
   *     by a tenth at both ends
   * @param choosesNodes whether a query may omit nodes of V^(I), so that it is answered on the
   *     subgraph induced by the others
   * @param queryLimit the maximum number of queries of an attack, if there is a limit
   * @param answers the kind of answers of the black box
   * @throws IllegalArgumentException if the limit is negative
   */
  public Attacker {
    if (queryLimit.isPresent() && queryLimit.getAsLong() < 0) {
      throw new IllegalArgumentException("queryLimit = " + queryLimit.getAsLong() + " is negative");
    }
  }

  /** {@return this attacker without chosen features: edits only scale the features of nodes} */
  public Attacker withOwnFeaturesOnly() {
    return new Attacker(false, rangeChecked, choosesNodes, queryLimit, answers);
  }

  /** {@return this attacker with a model that checks the range of features} */
  public Attacker withRangeCheck() {
    return new Attacker(choosesFeatures, true, choosesNodes, queryLimit, answers);
  }

  /** {@return this attacker with queries that are always answered on the whole graph} */
  public Attacker withAllNodesInEveryQuery() {
    return new Attacker(choosesFeatures, rangeChecked, false, queryLimit, answers);
  }

  /**
   * Returns this attacker with a query limit.
   *
   * @param queries the maximum number of queries of an attack, at least 0
   * @return the attacker
   * @throws IllegalArgumentException if {@code queries} is negative
   */
  public Attacker withQueryLimit(long queries) {
    return new Attacker(
        choosesFeatures, rangeChecked, choosesNodes, OptionalLong.of(queries), answers);
  }

  /**
   * Returns this attacker with another kind of answers.
   *
   * @param kind the kind of answers of the black box
   * @return the attacker
   */
  public Attacker seeing(AnswerKind kind) {
    return new Attacker(choosesFeatures, rangeChecked, choosesNodes, queryLimit, kind);
  }

  /** Returns whether a number of queries is within the limit. */
  boolean mayAsk(long queries) {
    return queryLimit.isEmpty() || queries <= queryLimit.getAsLong();
  }

  /** {@return descriptions of the capabilities, one sentence each} */
  public List<String> sentences() {
    List<String> said = new ArrayList<>();
    said.add(
        choosesFeatures
            ? "Attackers send features of their own choice for every node of a query."
            : "Attackers send the true features, and scale rows of them.");
    said.add(
        rangeChecked
            ? "Features outside the range of their column, widened by a tenth, are refused."
            : "Features of any size and sign are answered.");
    said.add(
        choosesNodes
            ? "A query may be about a part of the nodes, which is answered on their induced"
                + " subgraph."
            : "Every query is answered on the whole graph.");
    said.add(
        queryLimit.isPresent()
            ? "An attack asks at most " + queryLimit.getAsLong() + " queries."
            : "The number of queries is not limited.");
    said.add("Answers are " + answers + ".");
    return List.copyOf(said);
  }
}
