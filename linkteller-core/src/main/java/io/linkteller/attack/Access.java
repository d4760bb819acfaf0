package io.linkteller.attack;

import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An attacker's access to a black box: the queries that the attacker may send, the answers that the
 * black box returns, and the attacker's prior knowledge. An attack {@linkplain
 * LinkAttackProvider#needs declares} the minimum access that it needs; {@link #covers} checks
 * whether an access suffices. Immutable.
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
 * <p>Every dimension except the posterior is ordered: a larger value allows everything that a
 * smaller value allows.
 *
 * @param nodes which nodes a query may include
 * @param joining the limits on nodes that may be added to the graph, empty if none may be added
 * @param features which feature values a query may contain
 * @param featuresOf the nodes whose features a query may choose or change
 * @param form whether answers are logits, probabilities or labels
 * @param posterior the map from logits to probabilities
 * @param precision the precision of answers
 * @param answersFor the nodes for which the attacker sees answers
 * @param staticGraph whether the graph stays the same between queries
 * @param queryLimit the maximum number of queries of an attack, empty if it is not limited
 * @param known the attacker's prior knowledge; copied
 */
public record Access(
    Nodes nodes,
    Optional<Joining> joining,
    Features features,
    Part featuresOf,
    AnswerKind.Form form,
    Posterior posterior,
    Precision precision,
    Part answersFor,
    boolean staticGraph,
    OptionalLong queryLimit,
    Set<Knowledge> known) {

  /**
   * Validates the query limit.
   *
   * @param nodes which nodes a query may include
   * @param joining the limits on nodes that may be added to the graph, empty if none may be added
   * @param features which feature values a query may contain
   * @param featuresOf the nodes whose features a query may choose or change
   * @param form whether answers are logits, probabilities or labels
   * @param posterior the map from logits to probabilities
   * @param precision the precision of answers
   * @param answersFor the nodes for which the attacker sees answers
   * @param staticGraph whether the graph stays the same between queries
   * @param queryLimit the maximum number of queries of an attack, empty if it is not limited
   * @param known the attacker's prior knowledge; copied
   * @throws IllegalArgumentException if {@code queryLimit} is negative
   */
  public Access {
    known = Set.copyOf(known);
    if (queryLimit.orElse(0) < 0) {
      throw new IllegalArgumentException("queryLimit = " + queryLimit.getAsLong() + " is negative");
    }
  }

  /** The nodes that a query may include. */
  public enum Nodes {
    /** Every query includes all nodes of V^(I) and is answered on the whole graph. */
    WHOLE_GRAPH,
    /** A query may include any subset of the nodes and is answered on their induced subgraph. */
    ANY_SUBSET
  }

  /** The feature values that a query may contain. */
  public enum Features {
    /** The features X^(I), unchanged. */
    AS_THEY_ARE("as they are"),
    /** X^(I) with some of its rows, or some columns of those rows, scaled. */
    SCALED("scaled"),
    /** Any numbers within the range of their column in X^(I), widened by a tenth at both ends. */
    WITHIN_RANGE("within the range of the data"),
    /** Any finite numbers. */
    ANY("of any size");

    private final String words;

    Features(String words) {
      this.words = words;
    }
  }

  /** A subset of the nodes. */
  public enum Part {
    /** The nodes that the attacker added to the graph. */
    OWN("the attacker's own nodes"),
    /** The targets V^(C), and the attacker's own nodes. */
    TARGETS("the targets"),
    /** All nodes of the query. */
    ALL("all nodes");

    private final String words;

    Part(String words) {
      this.words = words;
    }
  }

  /** Prior knowledge about the graph among the targets. */
  public enum Knowledge {
    /** The mechanism that perturbed the graph, and its ε. */
    MECHANISM("the mechanism that perturbed the graph, and its epsilon");

    private final String words;

    Knowledge(String words) {
      this.words = words;
    }
  }

  /**
   * The precision of answers, ordered from the least to the most precise: noisy, rounded (fewer
   * decimals before more), single precision, exact.
   *
   * @param name the kind of precision
   * @param decimals the number of decimals for rounded answers, otherwise 0
   */
  public record Precision(Kind name, int decimals) implements Comparable<Precision> {

    /** The kinds of precision. */
    public enum Kind {
      /** Answers to the same query may differ. */
      NOISY,
      /** Rounded to a number of decimals. */
      ROUNDED,
      /** 32-bit numbers. */
      SINGLE,
      /** 64-bit numbers. */
      EXACT
    }

    /** Answers in double precision. */
    public static final Precision EXACT = new Precision(Kind.EXACT, 0);

    /** Answers in single precision, as from most served models. */
    public static final Precision SINGLE = new Precision(Kind.SINGLE, 0);

    /** Answers that may differ between equal queries. */
    public static final Precision NOISY = new Precision(Kind.NOISY, 0);

    /**
     * Returns the precision of rounded answers.
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
   * Limits on the nodes that an attacker may add to the graph.
   *
   * @param perTarget the maximum number of added nodes per target, at least 1
   * @param linksEach the maximum number of edges of each added node, at least 1
   */
  public record Joining(int perTarget, int linksEach) {

    /** Any number of nodes with any number of edges. */
    public static final Joining UNLIMITED = new Joining(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /**
     * Validates the limits.
     *
     * @param perTarget the maximum number of added nodes per target, at least 1
     * @param linksEach the maximum number of edges of each added node, at least 1
     * @throws IllegalArgumentException if a limit is below 1
     */
    public Joining {
      if (perTarget < 1 || linksEach < 1) {
        throw new IllegalArgumentException(
            "perTarget = " + perTarget + " and linksEach = " + linksEach + " must be at least 1");
      }
    }

    boolean covers(Joining needed) {
      return perTarget >= needed.perTarget && linksEach >= needed.linksEach;
    }

    @Override
    public String toString() {
      return counted(perTarget, "node")
          + " per target with "
          + counted(linksEach, "edge")
          + " each";
    }

    private static String counted(int count, String noun) {
      return count == Integer.MAX_VALUE
          ? "any number of " + noun + "s"
          : count + " " + noun + (count == 1 ? "" : "s");
    }
  }

  /**
   * Full access without prior knowledge: any number of queries of any subset of the nodes with any
   * features, exact logits for all queried nodes, and a static graph. Only adding nodes is not
   * allowed.
   */
  public static final Access UNRESTRICTED =
      new AccessBuilder()
          .nodes(Nodes.ANY_SUBSET)
          .features(Features.ANY)
          .featuresOf(Part.ALL)
          .form(AnswerKind.Form.LOGITS)
          .precision(Precision.EXACT)
          .answersFor(Part.ALL)
          .staticGraph(true)
          .build();

  /** The smallest access: the lowest value in every dimension, and no queries. */
  public static final Access NONE = new AccessBuilder().queryLimit(0).build();

  /**
   * {@return a builder of the access that a black box allows, starting from {@link #UNRESTRICTED}}
   */
  public static AccessBuilder builder() {
    return UNRESTRICTED.toBuilder();
  }

  /**
   * Returns a builder of the access that an attack needs. It starts from {@link #NONE} but without
   * a query limit, because an attack states its number of queries in {@link
   * LinkAttackProvider#expectedQueries}.
   *
   * @return a builder
   */
  public static AccessBuilder needing() {
    return new AccessBuilder();
  }

  /**
   * Returns unrestricted access to a black box that returns a given kind of answers.
   *
   * @param kind the kind of answers
   * @return the access
   */
  public static Access seeing(AnswerKind kind) {
    return builder().answers(kind).build();
  }

  /** {@return a builder that starts from this access} */
  public AccessBuilder toBuilder() {
    return new AccessBuilder(this);
  }

  /** {@return the kind of answers, which determines how they are converted to logits} */
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
   * @return whether the number is within the limit
   */
  public boolean mayAsk(long queries) {
    return queryLimit.isEmpty() || queries <= queryLimit.getAsLong();
  }

  /**
   * Returns whether this access allows everything that another access allows, including its number
   * of queries. An access without a query limit covers every limit.
   *
   * @param needed the other access, such as one that an attack needs
   * @return whether nothing {@linkplain #lacks is lacking}, and the query limit suffices
   */
  public boolean covers(Access needed) {
    return lacks(needed).isEmpty()
        && (queryLimit.isEmpty()
            || (needed.queryLimit.isPresent()
                && needed.queryLimit.getAsLong() <= queryLimit.getAsLong()));
  }

  /**
   * Returns what this access lacks compared with another access, apart from the number of queries.
   *
   * @param needed the other access, such as one that an attack needs
   * @return the reasons, each a phrase such as {@code "needs exact answers, but they are noisy"};
   *     empty if nothing is lacking
   */
  public List<String> lacks(Access needed) {
    List<String> lacking = new ArrayList<>();
    if (nodes.compareTo(needed.nodes) < 0) {
      lacking.add("needs queries of subsets of the nodes, but each query includes all of them");
    }
    String may = joining.map(it -> "only " + it + " may be added").orElse("nodes cannot be added");
    if (needed
        .joining
        .filter(it -> !joining.map(own -> own.covers(it)).orElse(false))
        .isPresent()) {
      lacking.add("needs to add " + needed.joining.get() + ", but " + may);
    }
    if (features.compareTo(needed.features) < 0) {
      String only = ", but may send them only " + features.words;
      lacking.add("needs features " + needed.features.words + only);
    }
    if (needed.features != Features.AS_THEY_ARE && featuresOf.compareTo(needed.featuresOf) < 0) {
      String only = ", but may choose only those of " + featuresOf.words;
      lacking.add("needs to choose features of " + needed.featuresOf.words + only);
    }
    // The most informative form is declared first: probabilities can be computed from logits, and
    // labels from probabilities.
    if (form.compareTo(needed.form) > 0) {
      lacking.add("needs " + words(needed.form) + ", but answers are " + words(form));
    }
    if (precision.compareTo(needed.precision) < 0) {
      lacking.add("needs answers " + needed.precision + ", but they are " + precision);
    }
    if (answersFor.compareTo(needed.answersFor) < 0) {
      String only = ", but they are for " + answersFor.words;
      lacking.add("needs answers for " + needed.answersFor.words + only);
    }
    if (needed.staticGraph && !staticGraph) {
      lacking.add("needs a graph that does not change between queries");
    }
    for (Knowledge each : Knowledge.values()) {
      if (needed.known.contains(each) && !known.contains(each)) {
        lacking.add("needs to know " + each.words);
      }
    }
    return List.copyOf(lacking);
  }

  /** {@return a description of this access, with one sentence for each dimension} */
  public List<String> sentences() {
    List<String> said = new ArrayList<>();
    if (mayAsk(1)) {
      addSentencesOfQueries(said);
    } else {
      said.add("No query is sent.");
    }
    for (Knowledge each : Knowledge.values()) {
      if (known.contains(each)) {
        said.add("The attacker knows " + each.words + ".");
      }
    }
    return List.copyOf(said);
  }

  private void addSentencesOfQueries(List<String> said) {
    said.add(
        nodes == Nodes.ANY_SUBSET
            ? "A query may include only some of the nodes and is answered on their induced"
                + " subgraph."
            : "Every query is answered on the whole graph.");
    joining.ifPresent(may -> said.add("The attacker may add " + may + "."));
    said.add(
        switch (features) {
          case AS_THEY_ARE -> "Features are sent as they are.";
          case SCALED ->
              "Features are sent as they are, with rows of " + featuresOf.words + " scaled.";
          case WITHIN_RANGE ->
              "The attacker chooses the features of "
                  + featuresOf.words
                  + " within the range of their column, widened by a tenth.";
          case ANY -> "The attacker chooses the features of " + featuresOf.words + " freely.";
        });
    said.add(
        "Answers are "
            + answers()
            + (precision.name() == Precision.Kind.ROUNDED ? "" : ", " + precision)
            + ", for "
            + answersFor.words
            + ".");
    if (!staticGraph) {
      said.add("The graph may change between queries.");
    }
    said.add(
        queryLimit.isPresent()
            ? "An attack sends at most "
                + (queryLimit.getAsLong() == 1 ? "1 query." : queryLimit.getAsLong() + " queries.")
            : "The number of queries is not limited.");
  }

  private static String words(AnswerKind.Form form) {
    return form.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "Access" + sentences();
  }
}
