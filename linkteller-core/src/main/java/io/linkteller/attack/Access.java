package io.linkteller.attack;

import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What an attacker may do to a black box, what the black box answers, and what the attacker knows
 * beforehand. An attack {@linkplain LinkAttackProvider#needs declares} the least access that it
 * needs; {@link #covers} tells whether an access allows it. Immutable.
 *
 * <pre>{@code
 * Access scaling =
 *     Access.builder().features(Access.Features.SCALED).queryLimit(1_000).build();
 * for (LinkAttackProvider attack : LinkAttackProvider.all()) {
 *   List<String> missing = scaling.lacks(attack.needs());
 *   System.out.println(attack.name() + (missing.isEmpty() ? " is possible" : ": " + missing));
 * }
 * }</pre>
 *
 * <p>Every dimension is ordered: a larger value allows all that a smaller one allows.
 */
public final class Access {

  /** About which nodes a query may ask. */
  public enum Nodes {
    /** Every query is about all nodes of V^(I), and is answered on the whole graph. */
    WHOLE_GRAPH,
    /** A query may be about some nodes, and is answered on their induced subgraph. */
    ANY_SUBSET
  }

  /** Which features a query may have. */
  public enum Features {
    /** The features X^(I), unchanged. */
    AS_THEY_ARE,
    /** X^(I) with rows, or some columns of them, scaled. */
    SCALED,
    /** Any numbers within the range of their column in X^(I), widened by a tenth at both ends. */
    WITHIN_RANGE,
    /** Any finite numbers. */
    ANY
  }

  /** A part of the nodes. */
  public enum Part {
    /** The nodes that the attacker joined to the graph. */
    OWN,
    /** The targets V^(C), and the attacker's own nodes. */
    TARGETS,
    /** All nodes of the query. */
    ALL
  }

  /** What is known beforehand of the graph among the targets. */
  public enum Knowledge {
    /** The density k, rather than a guess of it. */
    DENSITY,
    /** The mechanism that perturbed the graph, and its ε. */
    MECHANISM,
    /** Some of the edges. */
    EDGES
  }

  /**
   * How precisely answers are shown, from the least precise to the most: noisy, rounded to few
   * decimals, rounded to many, single, exact.
   *
   * @param name what the numbers are
   * @param decimals the number of decimals if numbers are rounded, else 0
   */
  public record Precision(Kind name, int decimals) implements Comparable<Precision> {

    /** The kinds of precision. */
    public enum Kind {
      /** Answers to the same query differ. */
      NOISY,
      /** Rounded to a number of decimals. */
      ROUNDED,
      /** 32-bit numbers. */
      SINGLE,
      /** 64-bit numbers. */
      EXACT
    }

    /** Doubles. */
    public static final Precision EXACT = new Precision(Kind.EXACT, 0);

    /** Numbers computed in single precision, as most models are served. */
    public static final Precision SINGLE = new Precision(Kind.SINGLE, 0);

    /** Answers to the same query differ. */
    public static final Precision NOISY = new Precision(Kind.NOISY, 0);

    /**
     * Returns the precision of rounded numbers.
     *
     * @param decimals the number of decimals, in [0, 15]
     * @return the precision
     * @throws IllegalArgumentException if {@code decimals} is out of range
     */
    public static Precision rounded(int decimals) {
      if (decimals < 0 || decimals > 15) {
        throw new IllegalArgumentException("decimals = " + decimals + " is outside [0, 15]");
      }
      return new Precision(Kind.ROUNDED, decimals);
    }

    @Override
    public int compareTo(Precision other) {
      int byKind = name.compareTo(other.name);
      return byKind != 0 ? byKind : Integer.compare(decimals, other.decimals);
    }

    @Override
    public String toString() {
      return switch (name) {
        case NOISY -> "noisy";
        case ROUNDED -> "rounded to " + decimals + " decimals";
        case SINGLE -> "in single precision";
        case EXACT -> "exact";
      };
    }
  }

  /**
   * Nodes that the attacker adds to the graph.
   *
   * @param perTarget how many nodes may be added for each target, at least 1
   * @param linksEach how many edges each of them may have, at least 1
   * @param stay whether nodes added for one query are still there in the next
   */
  public record Joining(int perTarget, int linksEach, boolean stay) {

    /** Any number of nodes with any number of edges, which stay. */
    public static final Joining UNLIMITED = new Joining(Integer.MAX_VALUE, Integer.MAX_VALUE, true);

    /**
     * Checks the numbers.
     *
     * @param perTarget how many nodes may be added for each target, at least 1
     * @param linksEach how many edges each of them may have, at least 1
     * @param stay whether nodes added for one query are still there in the next
     * @throws IllegalArgumentException if a number is below 1
     */
    public Joining {
      if (perTarget < 1 || linksEach < 1) {
        throw new IllegalArgumentException(
            "perTarget = " + perTarget + " and linksEach = " + linksEach + " must be at least 1");
      }
    }

    boolean covers(Joining needed) {
      return perTarget >= needed.perTarget
          && linksEach >= needed.linksEach
          && (stay || !needed.stay);
    }

    @Override
    public String toString() {
      return counted(perTarget, "node")
          + " per target with "
          + counted(linksEach, "edge")
          + " each"
          + (stay ? ", which stay" : "");
    }

    private static String counted(int count, String noun) {
      return count == Integer.MAX_VALUE
          ? "any number of " + noun + "s"
          : count + " " + noun + (count == 1 ? "" : "s");
    }
  }

  /**
   * Everything but adding nodes, and no knowledge: any features of any subset of nodes, exact
   * logits for all of them, a graph that does not change, any number of queries.
   */
  public static final Access UNRESTRICTED =
      new Builder()
          .nodes(Nodes.ANY_SUBSET)
          .features(Features.ANY)
          .featuresOf(Part.ALL)
          .form(AnswerKind.Form.LOGITS)
          .precision(Precision.EXACT)
          .answersFor(Part.ALL)
          .graphHoldsStill(true)
          .build();

  /** The smallest access: noisy labels of the attacker's own nodes with unchanged features. */
  public static final Access NONE = new Builder().queryLimit(0).build();

  private final Nodes nodes;
  private final Optional<Joining> joining;
  private final Features features;
  private final Part featuresOf;
  private final AnswerKind.Form form;
  private final Posterior posterior;
  private final Precision precision;
  private final Part answersFor;
  private final boolean graphHoldsStill;
  private final OptionalLong queryLimit;
  private final Set<Knowledge> known;

  private Access(Builder builder) {
    this.nodes = builder.nodes;
    this.joining = builder.joining;
    this.features = builder.features;
    this.featuresOf = builder.featuresOf;
    this.form = builder.form;
    this.posterior = builder.posterior;
    this.precision = builder.precision;
    this.answersFor = builder.answersFor;
    this.graphHoldsStill = builder.graphHoldsStill;
    this.queryLimit = builder.queryLimit;
    this.known = Set.copyOf(builder.known);
  }

  /** {@return a builder of what a black box allows, which starts from {@link #UNRESTRICTED}} */
  public static Builder builder() {
    return UNRESTRICTED.toBuilder();
  }

  /**
   * Returns a builder of what an attack needs. It starts from {@link #NONE}, without a limit on
   * queries: the attack states these by {@link LinkAttackProvider#expectedQueries}.
   *
   * @return a builder
   */
  public static Builder needing() {
    return new Builder();
  }

  /**
   * Returns unrestricted access to a black box that shows a kind of answers.
   *
   * @param kind the kind of answers
   * @return the access
   */
  public static Access seeing(AnswerKind kind) {
    return builder().answers(kind).build();
  }

  /** {@return a builder that starts from this access} */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.nodes = nodes;
    builder.joining = joining;
    builder.features = features;
    builder.featuresOf = featuresOf;
    builder.form = form;
    builder.posterior = posterior;
    builder.precision = precision;
    builder.answersFor = answersFor;
    builder.graphHoldsStill = graphHoldsStill;
    builder.queryLimit = queryLimit;
    builder.known.addAll(known);
    return builder;
  }

  /** {@return about which nodes a query may ask} */
  public Nodes nodes() {
    return nodes;
  }

  /** {@return the nodes that may be added to the graph, empty if none may} */
  public Optional<Joining> joining() {
    return joining;
  }

  /** {@return which features a query may have} */
  public Features features() {
    return features;
  }

  /** {@return whose features a query may choose or change} */
  public Part featuresOf() {
    return featuresOf;
  }

  /** {@return whether answers are logits, probabilities or labels} */
  public AnswerKind.Form form() {
    return form;
  }

  /** {@return how precisely answers are shown} */
  public Precision precision() {
    return precision;
  }

  /** {@return which nodes answers are shown for} */
  public Part answersFor() {
    return answersFor;
  }

  /** {@return whether the graph stays the same between queries} */
  public boolean graphHoldsStill() {
    return graphHoldsStill;
  }

  /** {@return the largest number of queries of an attack, empty if it is not limited} */
  public OptionalLong queryLimit() {
    return queryLimit;
  }

  /** {@return what is known beforehand} */
  public Set<Knowledge> known() {
    return known;
  }

  /** {@return the kind of answers, from which logits can be computed} */
  public AnswerKind answers() {
    return new AnswerKind(
        form,
        posterior,
        precision.name() == Precision.Kind.ROUNDED
            ? OptionalInt.of(
                form == AnswerKind.Form.PROBABILITIES
                    ? Math.max(1, precision.decimals())
                    : precision.decimals())
            : OptionalInt.empty());
  }

  /**
   * Returns whether this access allows a number of queries.
   *
   * @param queries the number of queries of an attack
   * @return whether they are within the limit
   */
  public boolean mayAsk(long queries) {
    return queryLimit.isEmpty() || queries <= queryLimit.getAsLong();
  }

  /**
   * Returns whether this access allows all that another allows. A limit on queries counts as well:
   * an access without a limit covers every limit.
   *
   * @param needed the access of an attack, for example
   * @return whether nothing {@linkplain #lacks is lacking}
   */
  public boolean covers(Access needed) {
    return lacks(needed).isEmpty()
        && (queryLimit.isEmpty()
            || (needed.queryLimit.isPresent()
                && needed.queryLimit.getAsLong() <= queryLimit.getAsLong()));
  }

  /**
   * Returns what another access allows and this one does not, apart from the number of queries.
   *
   * @param needed the access of an attack, for example
   * @return the reasons, each a phrase such as {@code "needs exact answers, but they are noisy"};
   *     empty if nothing is lacking
   */
  public List<String> lacks(Access needed) {
    List<String> lacking = new ArrayList<>();
    if (nodes.compareTo(needed.nodes) < 0) {
      lacking.add("needs queries about parts of the nodes, but each is about the whole graph");
    }
    if (needed.joining.isPresent()
        && !joining.map(may -> may.covers(needed.joining.get())).orElse(false)) {
      lacking.add(
          "needs to add "
              + needed.joining.get()
              + ", but "
              + joining
                  .map(may -> "only " + may + " may be added")
                  .orElse("nodes cannot be added"));
    }
    if (features.compareTo(needed.features) < 0) {
      lacking.add(
          "needs features "
              + words(needed.features)
              + ", but may send them only "
              + words(features));
    }
    if (needed.features != Features.AS_THEY_ARE && featuresOf.compareTo(needed.featuresOf) < 0) {
      lacking.add(
          "needs to choose features of "
              + words(needed.featuresOf)
              + ", but may choose those of "
              + words(featuresOf));
    }
    if (rank(form) < rank(needed.form)) {
      lacking.add("needs " + words(needed.form) + ", but answers are " + words(form));
    }
    if (precision.compareTo(needed.precision) < 0) {
      lacking.add("needs answers " + needed.precision + ", but they are " + precision);
    }
    if (answersFor.compareTo(needed.answersFor) < 0) {
      lacking.add(
          "needs answers for "
              + words(needed.answersFor)
              + ", but they are for "
              + words(answersFor));
    }
    if (needed.graphHoldsStill && !graphHoldsStill) {
      lacking.add("needs a graph that does not change between queries");
    }
    for (Knowledge each : Knowledge.values()) {
      if (needed.known.contains(each) && !known.contains(each)) {
        lacking.add("needs to know " + words(each));
      }
    }
    return List.copyOf(lacking);
  }

  /** {@return this access in words, one sentence for each dimension} */
  public List<String> sentences() {
    List<String> said = new ArrayList<>();
    if (mayAsk(1)) {
      addSentencesOfQueries(said);
    } else {
      said.add("No query is asked.");
    }
    for (Knowledge each : Knowledge.values()) {
      if (known.contains(each)) {
        said.add("The attacker knows " + words(each) + ".");
      }
    }
    return List.copyOf(said);
  }

  private void addSentencesOfQueries(List<String> said) {
    said.add(
        nodes == Nodes.ANY_SUBSET
            ? "A query may be about a part of the nodes, which is answered on their induced"
                + " subgraph."
            : "Every query is answered on the whole graph.");
    joining.ifPresent(may -> said.add("The attacker may add " + may + "."));
    said.add(
        switch (features) {
          case AS_THEY_ARE -> "Features are sent as they are.";
          case SCALED ->
              "Features are sent as they are, with rows of " + words(featuresOf) + " scaled.";
          case WITHIN_RANGE ->
              "The attacker chooses the features of "
                  + words(featuresOf)
                  + " within the range of their column, widened by a tenth.";
          case ANY -> "The attacker chooses the features of " + words(featuresOf) + " freely.";
        });
    said.add(
        "Answers are "
            + answers()
            + (precision.name() == Precision.Kind.ROUNDED ? "" : ", " + precision)
            + ", for "
            + words(answersFor)
            + ".");
    if (!graphHoldsStill) {
      said.add("The graph may change between queries.");
    }
    said.add(
        queryLimit.isPresent()
            ? "An attack asks at most "
                + (queryLimit.getAsLong() == 1 ? "1 query." : queryLimit.getAsLong() + " queries.")
            : "The number of queries is not limited.");
  }

  /** Labels follow from probabilities, and these from logits. */
  private static int rank(AnswerKind.Form form) {
    return switch (form) {
      case LABELS -> 0;
      case PROBABILITIES -> 1;
      case LOGITS -> 2;
    };
  }

  private static String words(AnswerKind.Form form) {
    return form.name().toLowerCase(Locale.ROOT);
  }

  private static String words(Features features) {
    return switch (features) {
      case AS_THEY_ARE -> "as they are";
      case SCALED -> "scaled";
      case WITHIN_RANGE -> "within the range of the data";
      case ANY -> "of any size";
    };
  }

  private static String words(Part part) {
    return switch (part) {
      case OWN -> "the attacker's own nodes";
      case TARGETS -> "the targets";
      case ALL -> "all nodes";
    };
  }

  private static String words(Knowledge knowledge) {
    return switch (knowledge) {
      case DENSITY -> "the density";
      case MECHANISM -> "the mechanism that perturbed the graph, and its epsilon";
      case EDGES -> "some of the edges";
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Access that
        && nodes == that.nodes
        && joining.equals(that.joining)
        && features == that.features
        && featuresOf == that.featuresOf
        && form == that.form
        && posterior == that.posterior
        && precision.equals(that.precision)
        && answersFor == that.answersFor
        && graphHoldsStill == that.graphHoldsStill
        && queryLimit.equals(that.queryLimit)
        && known.equals(that.known);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        nodes,
        joining,
        features,
        featuresOf,
        form,
        posterior,
        precision,
        answersFor,
        graphHoldsStill,
        queryLimit,
        known);
  }

  @Override
  public String toString() {
    return "Access" + sentences();
  }

  /** Builds an {@link Access}. Not safe for use by several threads. */
  public static final class Builder {

    private Nodes nodes = Nodes.WHOLE_GRAPH;
    private Optional<Joining> joining = Optional.empty();
    private Features features = Features.AS_THEY_ARE;
    private Part featuresOf = Part.OWN;
    private AnswerKind.Form form = AnswerKind.Form.LABELS;
    private Posterior posterior = Posterior.SOFTMAX;
    private Precision precision = Precision.NOISY;
    private Part answersFor = Part.OWN;
    private boolean graphHoldsStill;
    private OptionalLong queryLimit = OptionalLong.empty();
    private final Set<Knowledge> known = EnumSet.noneOf(Knowledge.class);

    private Builder() {}

    /**
     * Sets about which nodes a query may ask.
     *
     * @param allowed the nodes
     * @return this builder
     */
    public Builder nodes(Nodes allowed) {
      this.nodes = allowed;
      return this;
    }

    /**
     * Allows nodes to be added to the graph.
     *
     * @param allowed how many, and with how many edges
     * @return this builder
     */
    public Builder joining(Joining allowed) {
      this.joining = Optional.of(allowed);
      return this;
    }

    /**
     * Sets which features a query may have.
     *
     * @param allowed the features
     * @return this builder
     */
    public Builder features(Features allowed) {
      this.features = allowed;
      return this;
    }

    /**
     * Sets whose features a query may choose or change.
     *
     * @param part the nodes
     * @return this builder
     */
    public Builder featuresOf(Part part) {
      this.featuresOf = part;
      return this;
    }

    /**
     * Sets what the black box answers with: form, posterior, and the number of decimals if the
     * answers are rounded. If they are not, they are exact.
     *
     * @param kind the kind of answers
     * @return this builder
     */
    public Builder answers(AnswerKind kind) {
      this.form = kind.form();
      this.posterior = kind.posterior();
      this.precision =
          kind.decimals().isPresent()
              ? Precision.rounded(kind.decimals().getAsInt())
              : Precision.EXACT;
      return this;
    }

    /**
     * Sets whether answers are logits, probabilities or labels.
     *
     * @param shown the form
     * @return this builder
     */
    public Builder form(AnswerKind.Form shown) {
      this.form = shown;
      return this;
    }

    /**
     * Sets how precisely answers are shown.
     *
     * @param shown the precision
     * @return this builder
     */
    public Builder precision(Precision shown) {
      this.precision = shown;
      return this;
    }

    /**
     * Sets which nodes answers are shown for.
     *
     * @param part the nodes
     * @return this builder
     */
    public Builder answersFor(Part part) {
      this.answersFor = part;
      return this;
    }

    /**
     * Sets whether the graph stays the same between queries.
     *
     * @param still whether it does
     * @return this builder
     */
    public Builder graphHoldsStill(boolean still) {
      this.graphHoldsStill = still;
      return this;
    }

    /**
     * Limits the number of queries.
     *
     * @param queries the largest number of queries of an attack, at least 0
     * @return this builder
     * @throws IllegalArgumentException if {@code queries} is negative
     */
    public Builder queryLimit(long queries) {
      if (queries < 0) {
        throw new IllegalArgumentException("queryLimit = " + queries + " is negative");
      }
      this.queryLimit = OptionalLong.of(queries);
      return this;
    }

    /**
     * Adds something that is known beforehand.
     *
     * @param knowledge what is known
     * @return this builder
     */
    public Builder knowing(Knowledge knowledge) {
      this.known.add(knowledge);
      return this;
    }

    /** {@return an immutable access} */
    public Access build() {
      return new Access(this);
    }
  }
}
