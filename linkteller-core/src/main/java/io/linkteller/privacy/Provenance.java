package io.linkteller.privacy;

import io.linkteller.privacy.NeighboringGraphs.EdgesApart;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The provenance of a model's parameters: the view of the graph on which the model was trained, and
 * any other use of the private graph. It is stored with the weights, so that a model trained on the
 * raw graph is not served under a privacy guarantee that does not cover it. Immutable.
 *
 * @param origin the kind of graph used for training
 * @param guarantee the guarantee of that graph; present only for {@link Origin#PROTECTED}
 * @param uncovered other uses of the private graph that the guarantee does not cover
 * @param charge the guarantee as the session of the private graph charged it; empty if no session
 *     did, or the parameters were read from a file
 */
public record Provenance(
    Origin origin,
    Optional<PrivacyGuarantee> guarantee,
    Set<Use> uncovered,
    Optional<ChargedGuarantee> charge) {

  /** The kind of graph on which a model was trained. */
  public enum Origin {
    /** Unknown: the parameters were imported, or their training did not record the graph. */
    UNKNOWN,
    /** None: the parameters are random or constant. */
    UNTRAINED,
    /** A public graph. */
    PUBLIC,
    /** The private graph without perturbation. */
    RAW,
    /** A perturbed graph. */
    PROTECTED;

    /** Orders origins by how much of the private graph they may reveal. */
    private int severity() {
      return switch (this) {
        case UNTRAINED -> 0;
        case PUBLIC -> 1;
        case PROTECTED -> 2;
        case UNKNOWN -> 3;
        case RAW -> 4;
      };
    }
  }

  /**
   * Ways in which a model may depend on the private graph other than through its training graph.
   */
  public enum Use {
    /** Labels that were derived from the edges. */
    LABELS,
    /** A split of the nodes that depends on the edges. */
    SPLIT,
    /** The number of epochs, chosen based on results on the private graph. */
    EARLY_STOPPING,
    /** Hyperparameters, chosen based on results on the private graph. */
    HYPERPARAMETERS,
    /** ε, chosen based on results on the private graph. */
    EPSILON_CHOICE,
    /** The set of relations, derived from the edges: a relation may have only one edge. */
    RELATIONS
  }

  /** The provenance of a model about which nothing is known. */
  public static final Provenance UNKNOWN =
      new Provenance(Origin.UNKNOWN, Optional.empty(), Set.of());

  /** The provenance of an untrained model. */
  public static final Provenance UNTRAINED =
      new Provenance(Origin.UNTRAINED, Optional.empty(), Set.of());

  /** The provenance of a model trained on a public graph. */
  public static final Provenance PUBLIC = new Provenance(Origin.PUBLIC, Optional.empty(), Set.of());

  /** The provenance of a model trained on the private graph without perturbation. */
  public static final Provenance RAW = new Provenance(Origin.RAW, Optional.empty(), Set.of());

  /**
   * Checks that a guarantee is present if and only if the training graph was protected, and that it
   * equals the charged guarantee, if any.
   *
   * @param origin the kind of graph used for training
   * @param guarantee the guarantee of that graph
   * @param uncovered other uses of the private graph
   * @param charge the guarantee as it was charged
   * @throws IllegalArgumentException if a guarantee is missing, present for another origin, or not
   *     the one that was charged
   */
  public Provenance {
    if (guarantee.isPresent() != (origin == Origin.PROTECTED)) {
      throw new IllegalArgumentException(
          "a view that is "
              + origin
              + (guarantee.isPresent() ? " has no" : " needs a")
              + " guarantee");
    }
    if (charge.isPresent() && !guarantee.equals(charge.map(ChargedGuarantee::guarantee))) {
      throw new IllegalArgumentException(guarantee + " is not what was charged: " + charge.get());
    }
    uncovered = Collections.unmodifiableSet(copy(uncovered));
  }

  private Provenance(Origin origin, Optional<PrivacyGuarantee> guarantee, Set<Use> uncovered) {
    this(origin, guarantee, uncovered, Optional.empty());
  }

  private static EnumSet<Use> copy(Set<Use> uses) {
    EnumSet<Use> copy = EnumSet.noneOf(Use.class);
    copy.addAll(uses);
    return copy;
  }

  /**
   * Returns the provenance of a model that is trained on a graph owner's view of the graph.
   *
   * @param guarantee the guarantee of the view; empty for the private graph without perturbation
   * @return the provenance
   */
  public static Provenance ofView(Optional<PrivacyGuarantee> guarantee) {
    return guarantee
        .map(promise -> new Provenance(Origin.PROTECTED, Optional.of(promise), Set.of()))
        .orElse(RAW);
  }

  /**
   * Returns the provenance of a model that is trained on a session's release.
   *
   * @param release the charge of the release
   * @return the provenance
   */
  public static Provenance ofRelease(ChargedGuarantee release) {
    return new Provenance(
        Origin.PROTECTED, Optional.of(release.guarantee()), Set.of(), Optional.of(release));
  }

  /**
   * Returns this provenance with another use of the private graph added.
   *
   * @param use a use that the guarantee does not cover
   * @return the provenance
   */
  public Provenance with(Use use) {
    EnumSet<Use> uses = copy(uncovered);
    uses.add(use);
    return new Provenance(origin, guarantee, uses, charge);
  }

  /**
   * Returns the provenance of a model that has this provenance and is then trained further. If both
   * guarantees were charged, their charges are composed; otherwise ε and δ are added and rounded
   * up, even if both guarantees are for the same perturbed graph. If two guarantees cannot be
   * combined, the origin is {@link Origin#RAW}.
   *
   * @param later the provenance of the further training
   * @return the provenance of the result
   */
  public Provenance then(Provenance later) {
    EnumSet<Use> uses = copy(uncovered);
    uses.addAll(later.uncovered);
    if (guarantee.isPresent() && later.guarantee.isPresent()) {
      return composed(guarantee.get(), later.guarantee.get(), later.charge, uses);
    }
    Provenance worse = origin.severity() > later.origin.severity() ? this : later;
    return new Provenance(worse.origin, worse.guarantee, uses, worse.charge);
  }

  private Provenance composed(
      PrivacyGuarantee a, PrivacyGuarantee b, Optional<ChargedGuarantee> chargeOfB, Set<Use> uses) {
    if (!a.neighbors().equals(b.neighbors())) {
      return new Provenance(Origin.RAW, Optional.empty(), uses);
    }
    try {
      Optional<ChargedGuarantee> both = charge.flatMap(mine -> chargeOfB.map(mine::and));
      PrivacyGuarantee sum =
          both.isPresent() ? both.get().guarantee() : PrivacyGuarantee.composed(List.of(a, b));
      // Two releases by one mechanism must not look like a single release with twice the ε.
      String mechanisms =
          both.isPresent() ? sum.mechanism() : a.mechanism() + ", then " + b.mechanism();
      PrivacyGuarantee named =
          new PrivacyGuarantee(
              mechanisms, sum.epsilon(), sum.delta(), sum.neighbors(), sum.noise());
      return new Provenance(Origin.PROTECTED, Optional.of(named), uses, both);
    } catch (IllegalArgumentException nothingIsGuaranteed) {
      return new Provenance(Origin.RAW, Optional.empty(), uses);
    }
  }

  /**
   * Returns the combined guarantee of a served graph and a model with this provenance. If both
   * guarantees were charged, their charges are composed, and a charge that both share counts once;
   * otherwise ε and δ add up. As an exception, two equal guarantees that both lack a charge are
   * assumed to be for the same perturbed graph, because weight files do not store charges.
   *
   * @param served the guarantee of the served graph
   * @param charged the same guarantee as it was charged; empty if it was not
   * @return the composed guarantee
   * @throws IllegalArgumentException if the combined guarantee is vacuous
   */
  public PrivacyGuarantee servedUnder(PrivacyGuarantee served, Optional<ChargedGuarantee> charged) {
    boolean isSameGraph =
        charge.isEmpty() && charged.isEmpty() && guarantee.equals(Optional.of(served));
    if (guarantee.isEmpty() || isSameGraph) {
      return served;
    }
    return new Provenance(Origin.PROTECTED, Optional.of(served), Set.of(), charged)
        .then(this)
        .guarantee
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no guarantee for " + served + " and a model " + description()));
  }

  /**
   * Returns the reason why a model with this provenance must not be served under a privacy
   * guarantee: it depends on the private graph in a way that the guarantee does not cover. If the
   * model was trained on a perturbed graph, that graph must be at least as well protected as the
   * served one. This method does not check whether the two are the same perturbed graph; if they
   * are two perturbations of one graph, their guarantees add up ({@link #servedUnder}).
   *
   * @param served the guarantee of the served graph
   * @return the reason, or empty if there is none
   */
  public Optional<String> objection(PrivacyGuarantee served) {
    if (origin == Origin.UNKNOWN) {
      return Optional.of("it is unknown on which graph the model was trained");
    }
    if (origin == Origin.RAW) {
      return Optional.of("the model was trained on the private graph without perturbation");
    }
    return guarantee.flatMap(training -> weakness(training, served)).or(this::otherUses);
  }

  private static Optional<String> weakness(PrivacyGuarantee training, PrivacyGuarantee served) {
    if (training.isSeeded()) {
      return Optional.of("the noise of the training graph is seeded");
    }
    if (training.epsilon() > served.epsilon() || training.delta() > served.delta()) {
      return Optional.of(
          "the model was trained under epsilon = "
              + training.epsilon()
              + ", delta = "
              + training.delta());
    }
    return training.neighbors().equals(served.neighbors())
        ? Optional.empty()
        : Optional.of(
            "the model was trained under a guarantee for graphs that differ in "
                + training.neighbors().description());
  }

  private Optional<String> otherUses() {
    return uncovered.isEmpty()
        ? Optional.empty()
        : Optional.of("the private graph was also used for " + uses());
  }

  private String uses() {
    return uncovered.stream()
        .map(use -> use.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .collect(Collectors.joining(", "));
  }

  /** {@return this provenance in words, such as {@code trained on a public graph}} */
  public String description() {
    String training =
        switch (origin) {
          case UNKNOWN -> "trained on an unknown graph";
          case UNTRAINED -> "not trained";
          case PUBLIC -> "trained on a public graph";
          case RAW -> "trained on the graph without perturbation";
          case PROTECTED ->
              "trained on a graph protected by "
                  + guarantee.map(g -> g.mechanism() + ", epsilon = " + g.epsilon()).orElse("");
        };
    return uncovered.isEmpty() ? training : training + ", with its edges used for " + uses();
  }

  /** {@return this provenance as attributes of a weight file, in a fixed order} */
  public Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("origin", origin.name());
    guarantee.ifPresent(
        promise -> {
          attributes.put("mechanism", promise.mechanism());
          attributes.put("epsilon", Double.toString(promise.epsilon()));
          attributes.put("delta", Double.toString(promise.delta()));
          attributes.put(
              "neighbors",
              promise.neighbors() instanceof EdgesApart apart
                  ? Integer.toString(apart.count())
                  : "node");
          attributes.put("noise", promise.noise().name());
        });
    attributes.put(
        "uncovered", uncovered.stream().map(Enum::name).collect(Collectors.joining(",")));
    return attributes;
  }

  /**
   * Reads a provenance from attributes in the form returned by {@link #attributes}.
   *
   * @param attributes the attributes; others are ignored
   * @return the provenance; {@link #UNKNOWN} if there is no attribute {@code origin}
   * @throws IllegalArgumentException if an attribute is missing or malformed
   */
  public static Provenance of(Map<String, String> attributes) {
    if (!attributes.containsKey("origin")) {
      return UNKNOWN;
    }
    Origin origin = Origin.valueOf(required(attributes, "origin"));
    Optional<PrivacyGuarantee> guarantee = Optional.empty();
    if (origin == Origin.PROTECTED) {
      String neighbors = required(attributes, "neighbors");
      guarantee =
          Optional.of(
              new PrivacyGuarantee(
                  required(attributes, "mechanism"),
                  Double.parseDouble(required(attributes, "epsilon")),
                  Double.parseDouble(required(attributes, "delta")),
                  neighbors.equals("node")
                      ? NeighboringGraphs.ONE_NODE
                      : NeighboringGraphs.edges(Integer.parseInt(neighbors)),
                  NoiseSource.valueOf(required(attributes, "noise"))));
    }
    EnumSet<Use> uncovered = EnumSet.noneOf(Use.class);
    for (String use : required(attributes, "uncovered").split(",", -1)) {
      if (!use.isEmpty()) {
        uncovered.add(Use.valueOf(use));
      }
    }
    return new Provenance(origin, guarantee, uncovered);
  }

  private static String required(Map<String, String> attributes, String name) {
    String value = attributes.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the provenance has no attribute \"" + name + "\"");
    }
    return value;
  }
}
