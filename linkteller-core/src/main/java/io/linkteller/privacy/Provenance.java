package io.linkteller.privacy;

import io.linkteller.privacy.NeighboringGraphs.EdgesApart;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where the parameters of a model come from: the view of the graph that it was trained on, and what
 * else of the private graph went into it. Weights carry it, so that a model trained on a raw graph
 * is not served under a promise that does not cover it. Immutable.
 *
 * @param origin what is known of the training view
 * @param guarantee the guarantee of the view; present for {@link Origin#PROTECTED} only
 * @param uncovered uses of the private graph beside the view, which no guarantee covers
 */
public record Provenance(Origin origin, Optional<PrivacyGuarantee> guarantee, Set<Use> uncovered) {

  /** What is known of the graph that a model was trained on. */
  public enum Origin {
    /** Nothing: weights from elsewhere, or not trained. */
    UNKNOWN,
    /** The graph is public. */
    PUBLIC,
    /** The private graph as it is. */
    RAW,
    /** A perturbed graph. */
    PROTECTED
  }

  /** What beside the training view may depend on the private graph. */
  public enum Use {
    /** Labels that were derived from the edges. */
    LABELS,
    /** A split of the nodes that was drawn by a look at the edges. */
    SPLIT,
    /** The number of epochs, chosen by results on the raw graph. */
    EARLY_STOPPING,
    /** ε, chosen by results on the raw graph. */
    EPSILON_CHOICE
  }

  /** Nothing is known. */
  public static final Provenance UNKNOWN =
      new Provenance(Origin.UNKNOWN, Optional.empty(), Set.of());

  /** Trained on a public graph. */
  public static final Provenance PUBLIC = new Provenance(Origin.PUBLIC, Optional.empty(), Set.of());

  /** Trained on the private graph as it is. */
  public static final Provenance RAW = new Provenance(Origin.RAW, Optional.empty(), Set.of());

  /**
   * Checks that a guarantee is given where there is one.
   *
   * @param origin what is known of the training view
   * @param guarantee the guarantee of the view
   * @param uncovered uses of the private graph beside the view
   * @throws IllegalArgumentException if a guarantee is missing, or given for another origin
   */
  public Provenance {
    if (guarantee.isPresent() != (origin == Origin.PROTECTED)) {
      throw new IllegalArgumentException(
          "a view that is "
              + origin
              + (guarantee.isPresent() ? " has no" : " needs a")
              + " guarantee");
    }
    uncovered = Collections.unmodifiableSet(copy(uncovered));
  }

  private static EnumSet<Use> copy(Set<Use> uses) {
    EnumSet<Use> copy = EnumSet.noneOf(Use.class);
    copy.addAll(uses);
    return copy;
  }

  /**
   * Returns the provenance of a model that is trained on the view of an owner.
   *
   * @param guarantee the guarantee of the view; empty for the raw graph
   * @return the provenance
   */
  public static Provenance ofView(Optional<PrivacyGuarantee> guarantee) {
    return guarantee
        .map(promise -> new Provenance(Origin.PROTECTED, Optional.of(promise), Set.of()))
        .orElse(RAW);
  }

  /**
   * Returns this provenance with a further use of the private graph.
   *
   * @param use a use that the guarantee does not cover
   * @return the provenance
   */
  public Provenance with(Use use) {
    EnumSet<Use> uses = copy(uncovered);
    uses.add(use);
    return new Provenance(origin, guarantee, uses);
  }

  /**
   * Returns why a model of this provenance must not be served under a guarantee: what it tells of
   * the private graph that the guarantee of the served view does not cover.
   *
   * @return the reason, empty if there is none
   */
  public Optional<String> objection() {
    if (origin == Origin.UNKNOWN) {
      return Optional.of("nothing is known of the graph that the model was trained on");
    }
    if (origin == Origin.RAW) {
      return Optional.of("the model was trained on the private graph as it is");
    }
    if (guarantee.isPresent() && guarantee.get().isSeeded()) {
      return Optional.of("the noise of the training graph comes from a seed");
    }
    return uncovered.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "beside the training graph, the private graph went into "
                + uncovered.stream()
                    .map(use -> use.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                    .collect(Collectors.joining(", ")));
  }

  /**
   * Returns this provenance as text, for files of weights.
   *
   * @return attributes in a fixed order
   */
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
   * Reads what {@link #attributes} has written. A file without them is of unknown provenance.
   *
   * @param attributes the attributes; others are ignored
   * @return the provenance; {@link #UNKNOWN} if there is no origin
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
      throw new IllegalArgumentException("the provenance has no \"" + name + "\"");
    }
    return value;
  }
}
