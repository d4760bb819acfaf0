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
 * The provenance of a model's parameters: the view of the graph on which the model was trained, and
 * any other use of the private graph. It is stored with the weights, so that a model trained on the
 * raw graph is not served under a privacy guarantee that does not cover it. Immutable.
 *
 * @param origin the kind of graph used for training
 * @param guarantee the guarantee of that graph; present for {@link Origin#PROTECTED} only
 * @param uncovered other uses of the private graph, which no guarantee covers
 */
public record Provenance(Origin origin, Optional<PrivacyGuarantee> guarantee, Set<Use> uncovered) {

  /** The kind of graph on which a model was trained. */
  public enum Origin {
    /** Unknown: the weights were imported, or are not trained. */
    UNKNOWN,
    /** A public graph. */
    PUBLIC,
    /** The private graph without perturbation. */
    RAW,
    /** A perturbed graph. */
    PROTECTED
  }

  /** Ways other than the training graph in which a model may depend on the private graph. */
  public enum Use {
    /** Labels that were derived from the edges. */
    LABELS,
    /** A split of the nodes that depends on the edges. */
    SPLIT,
    /** The number of epochs, chosen by results on the private graph. */
    EARLY_STOPPING,
    /** ε, chosen by results on the private graph. */
    EPSILON_CHOICE
  }

  /** The provenance of a model of which nothing is known. */
  public static final Provenance UNKNOWN =
      new Provenance(Origin.UNKNOWN, Optional.empty(), Set.of());

  /** The provenance of a model trained on a public graph. */
  public static final Provenance PUBLIC = new Provenance(Origin.PUBLIC, Optional.empty(), Set.of());

  /** The provenance of a model trained on the private graph without perturbation. */
  public static final Provenance RAW = new Provenance(Origin.RAW, Optional.empty(), Set.of());

  /**
   * Checks that a guarantee is present exactly for protected graphs.
   *
   * @param origin the kind of graph used for training
   * @param guarantee the guarantee of that graph
   * @param uncovered other uses of the private graph
   * @throws IllegalArgumentException if a guarantee is missing, or present for another origin
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
   * Returns the reason why a model with this provenance must not be served under a privacy
   * guarantee: a dependence on the private graph that the guarantee of the served graph does not
   * cover.
   *
   * @return the reason, or empty if there is none
   */
  public Optional<String> objection() {
    if (origin == Origin.UNKNOWN) {
      return Optional.of("it is unknown on which graph the model was trained");
    }
    if (origin == Origin.RAW) {
      return Optional.of("the model was trained on the private graph without perturbation");
    }
    if (guarantee.isPresent() && guarantee.get().isSeeded()) {
      return Optional.of("the noise of the training graph is seeded");
    }
    return uncovered.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the private graph was also used for "
                + uncovered.stream()
                    .map(use -> use.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                    .collect(Collectors.joining(", ")));
  }

  /** {@return this provenance as attributes of a file of weights, in a fixed order} */
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
   * Returns the provenance that attributes describe, as written by {@link #attributes}.
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
