package io.linkteller.attack;

import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Builds an {@link Access}. Not thread-safe. */
public final class AccessBuilder {

  private Access.Nodes nodes = Access.Nodes.WHOLE_GRAPH;
  private Optional<Access.Joining> joining = Optional.empty();
  private Access.Features features = Access.Features.AS_THEY_ARE;
  private Access.Part featuresOf = Access.Part.OWN;
  private AnswerKind.Form form = AnswerKind.Form.LABELS;
  private Posterior posterior = Posterior.SOFTMAX;
  private Access.Precision precision = Access.Precision.NOISY;
  private Access.Part answersFor = Access.Part.OWN;
  private boolean staticGraph;
  private OptionalLong queryLimit = OptionalLong.empty();
  private final Set<Access.Knowledge> known = EnumSet.noneOf(Access.Knowledge.class);

  /** Starts from the lowest value in every dimension, without a query limit. */
  AccessBuilder() {}

  AccessBuilder(Access from) {
    nodes = from.nodes();
    joining = from.joining();
    features = from.features();
    featuresOf = from.featuresOf();
    form = from.form();
    posterior = from.posterior();
    precision = from.precision();
    answersFor = from.answersFor();
    staticGraph = from.staticGraph();
    queryLimit = from.queryLimit();
    known.addAll(from.known());
  }

  /**
   * Sets which nodes a query may include.
   *
   * @param allowed the nodes
   * @return this builder
   */
  public AccessBuilder nodes(Access.Nodes allowed) {
    this.nodes = allowed;
    return this;
  }

  /**
   * Allows nodes to be added to the graph.
   *
   * @param allowed the maximum number of nodes and of their edges
   * @return this builder
   */
  public AccessBuilder joining(Access.Joining allowed) {
    this.joining = Optional.of(allowed);
    return this;
  }

  /**
   * Sets which feature values a query may contain.
   *
   * @param allowed the feature values
   * @return this builder
   */
  public AccessBuilder features(Access.Features allowed) {
    this.features = allowed;
    return this;
  }

  /**
   * Sets the nodes whose features a query may choose or change.
   *
   * @param part the nodes
   * @return this builder
   */
  public AccessBuilder featuresOf(Access.Part part) {
    this.featuresOf = part;
    return this;
  }

  /**
   * Sets the form, the posterior and the precision of answers. The precision is exact unless the
   * kind states a number of decimals.
   *
   * @param kind the kind of answers
   * @return this builder
   */
  public AccessBuilder answers(AnswerKind kind) {
    this.form = kind.form();
    this.posterior = kind.posterior();
    this.precision =
        kind.decimals().isPresent()
            ? Access.Precision.rounded(kind.decimals().getAsInt())
            : Access.Precision.EXACT;
    return this;
  }

  /**
   * Sets whether answers are logits, probabilities or labels.
   *
   * @param shown the form
   * @return this builder
   */
  public AccessBuilder form(AnswerKind.Form shown) {
    this.form = shown;
    return this;
  }

  /**
   * Sets the precision of answers.
   *
   * @param shown the precision
   * @return this builder
   */
  public AccessBuilder precision(Access.Precision shown) {
    this.precision = shown;
    return this;
  }

  /**
   * Sets the nodes for which the attacker sees answers.
   *
   * @param part the nodes
   * @return this builder
   */
  public AccessBuilder answersFor(Access.Part part) {
    this.answersFor = part;
    return this;
  }

  /**
   * Sets whether the graph stays the same between queries.
   *
   * @param isStatic whether it stays the same
   * @return this builder
   */
  public AccessBuilder staticGraph(boolean isStatic) {
    this.staticGraph = isStatic;
    return this;
  }

  /**
   * Limits the number of queries.
   *
   * @param queries the maximum number of queries of an attack, including those that verify the
   *     order of nodes, at least 0
   * @return this builder
   * @throws IllegalArgumentException if {@code queries} is negative
   */
  public AccessBuilder queryLimit(long queries) {
    if (queries < 0) {
      throw new IllegalArgumentException("queryLimit = " + queries + " is negative");
    }
    this.queryLimit = OptionalLong.of(queries);
    return this;
  }

  /**
   * Adds prior knowledge.
   *
   * @param knowledge what the attacker knows
   * @return this builder
   */
  public AccessBuilder knowing(Access.Knowledge knowledge) {
    this.known.add(knowledge);
    return this;
  }

  /** {@return an immutable access} */
  public Access build() {
    return new Access(
        nodes,
        joining,
        features,
        featuresOf,
        form,
        posterior,
        precision,
        answersFor,
        staticGraph,
        queryLimit,
        known);
  }
}
