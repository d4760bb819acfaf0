package io.linkteller.eval.audit;

import io.linkteller.inference.output.AnswerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the attackers of an audit may do. The audit holds every attack to it: a query that goes
 * beyond is refused, and the attack that asked it is reported as one that did not fit. Immutable.
 *
 * <pre>{@code
 * Attacker.UNRESTRICTED.withOwnFeaturesOnly().withQueryLimit(1_000)
 * }</pre>
 *
 * @param choosesFeatures whether he may send any features; if not, his base features are X and his
 *     edits scale rows of it
 * @param rangeChecked whether each number he sends must lie in the range of its column in X,
 *     widened by a tenth at both ends
 * @param choosesNodes whether a query may leave out nodes of V^(I), so that he is answered on the
 *     subgraph that the others induce
 * @param queryLimit how many queries an attack may ask, if there is a limit
 * @param answers what the black box answers with
 */
public record Attacker(
    boolean choosesFeatures,
    boolean rangeChecked,
    boolean choosesNodes,
    OptionalLong queryLimit,
    AnswerKind answers) {

  /** May send anything, any number of times, and sees logits. */
  public static final Attacker UNRESTRICTED =
      new Attacker(true, false, true, OptionalLong.empty(), AnswerKind.LOGITS);

  /**
   * Checks the limit.
   *
   * @param choosesFeatures whether he may send any features; if not, his base features are X and
   *     his edits scale rows of it
   * @param rangeChecked whether each number he sends must lie in the range of its column in X,
   *     widened by a tenth at both ends
   * @param choosesNodes whether a query may leave out nodes of V^(I), so that he is answered on the
   *     subgraph that the others induce
   * @param queryLimit how many queries an attack may ask, if there is a limit
   * @param answers what the black box answers with
   * @throws IllegalArgumentException if the limit is negative
   */
  public Attacker {
    if (queryLimit.isPresent() && queryLimit.getAsLong() < 0) {
      throw new IllegalArgumentException("queryLimit = " + queryLimit.getAsLong() + " is negative");
    }
  }

  /** {@return this attacker without features of his own: he scales those that nodes have} */
  public Attacker withOwnFeaturesOnly() {
    return new Attacker(false, rangeChecked, choosesNodes, queryLimit, answers);
  }

  /** {@return this attacker before a model that checks the range of features} */
  public Attacker withRangeCheck() {
    return new Attacker(choosesFeatures, true, choosesNodes, queryLimit, answers);
  }

  /** {@return this attacker where each query is answered on the whole graph} */
  public Attacker withAllNodesInEveryQuery() {
    return new Attacker(choosesFeatures, rangeChecked, false, queryLimit, answers);
  }

  /**
   * Returns this attacker with a limit.
   *
   * @param queries how many queries an attack may ask, at least 0
   * @return the attacker
   * @throws IllegalArgumentException if {@code queries} is negative
   */
  public Attacker withQueryLimit(long queries) {
    return new Attacker(
        choosesFeatures, rangeChecked, choosesNodes, OptionalLong.of(queries), answers);
  }

  /**
   * Returns this attacker with other answers.
   *
   * @param kind what the black box answers with
   * @return the attacker
   */
  public Attacker seeing(AnswerKind kind) {
    return new Attacker(choosesFeatures, rangeChecked, choosesNodes, queryLimit, kind);
  }

  /** Returns whether an attack of so many queries is within the limit. */
  boolean mayAsk(long queries) {
    return queryLimit.isEmpty() || queries <= queryLimit.getAsLong();
  }

  /** {@return what he may do, a sentence each} */
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
