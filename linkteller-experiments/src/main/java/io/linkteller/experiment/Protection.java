package io.linkteller.experiment;

import io.linkteller.dp.MechanismType;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.graph.Graph;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.report.table.Columns;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The protection of the edges: none, or a mechanism with its ε. Immutable.
 *
 * @param mechanism the mechanism, if there is one
 * @param epsilon its ε, positive and finite; 0 without a mechanism
 * @param noiseSeed the seed of its noise; 0 without a mechanism
 */
public record Protection(Optional<MechanismType> mechanism, double epsilon, long noiseSeed) {

  /** No protection: the model is trained and served on the true edges. */
  public static final Protection NONE = new Protection(Optional.empty(), 0, 0);

  /**
   * Checks ε.
   *
   * @param mechanism the mechanism, if there is one
   * @param epsilon its ε, positive and finite; 0 without a mechanism
   * @param noiseSeed the seed of its noise; 0 without a mechanism
   * @throws IllegalArgumentException if there is a mechanism and ε is not positive and finite
   */
  public Protection {
    if (mechanism.isPresent() && !(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is not positive and finite");
    }
  }

  /**
   * Returns the protection by a mechanism.
   *
   * @param mechanism the mechanism
   * @param epsilon ε, positive and finite
   * @param noiseSeed the seed of the noise
   * @return the protection
   * @throws IllegalArgumentException if ε is out of range
   */
  public static Protection by(MechanismType mechanism, double epsilon, long noiseSeed) {
    return new Protection(Optional.of(mechanism), epsilon, noiseSeed);
  }

  /**
   * Returns the name of this protection in tables.
   *
   * @return the mechanism's name, or {@code GCN}, as in the paper's tables
   */
  public String title() {
    return mechanism.map(MechanismType::title).orElse("GCN");
  }

  /**
   * Returns ε in the format of tables.
   *
   * @return its shortest decimal, or {@link Columns#UNDEFENDED} without a mechanism
   */
  public String epsilonTitle() {
    return mechanism.isPresent() ? Observations.shortest(epsilon) : Columns.UNDEFENDED;
  }

  /** Returns the owner of the training graph. */
  GraphOwner ownerOfTraining(Graph graph) {
    return owner(graph, 0);
  }

  /** Returns the owner of the served graph, with independent noise. */
  GraphOwner ownerOfServed(Graph graph) {
    return owner(graph, 1);
  }

  private GraphOwner owner(Graph graph, int skipped) {
    SplittableRandom seeds = new SplittableRandom(noiseSeed);
    for (int i = 0; i < skipped; i++) {
      seeds.nextLong();
    }
    long seed = seeds.nextLong();
    GraphOwner owner = GraphOwner.of(graph);
    return mechanism
        .map(m -> owner.protectedForExperimentsBy(m.withEpsilon(epsilon).forExperiments(seed)))
        .orElse(owner);
  }

  /**
   * Adds these settings to a key.
   *
   * @param key the key of a result that depends on them
   * @return the key with the mechanism, ε and the seed
   */
  public ResultKey in(ResultKey key) {
    return mechanism
        .map(
            m ->
                key.with("mechanism", m.title())
                    .with("epsilon", epsilon)
                    .with("noise seed", noiseSeed))
        .orElseGet(() -> key.with("mechanism", "none"));
  }
}
