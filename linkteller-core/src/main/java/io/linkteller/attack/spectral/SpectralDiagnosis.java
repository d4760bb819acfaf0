package io.linkteller.attack.spectral;

/**
 * What answers say about the model and the graph.
 *
 * @param propagation how the layers combine neighbours, under the model that explains most
 * @param depth k, the number of layers, under that model
 * @param misfit how far the measured influences are from those of the recovered graph under that
 *     model, in the Frobenius norm, as a share of the influences between different nodes, each on
 *     the scale of what the two nodes do to themselves; 0 is an exact reading
 * @param runnerUp the misfit of the next best model; near {@code misfit}, the two are not told
 *     apart, as on graphs of isolated edges, where all models answer alike
 * @param scatter the share of the squared movements of logits that is not along their common
 *     direction, in [0, 1]; a power of one matrix moves them along one direction only
 * @param kHat k̂, the density of the recovered graph, in [0, 1]; without meaning unless read
 */
public record SpectralDiagnosis(
    Propagation propagation,
    int depth,
    double misfit,
    double runnerUp,
    double scatter,
    double kHat) {

  /** A graph that leaves less than this unexplained accounts for three quarters of the squares. */
  private static final double READ_BELOW = 0.5;

  /**
   * Tells whether the recovered graph explains the answers: at least three quarters of the squared
   * influences between different nodes. Otherwise the model is none of those that the attack knows,
   * or the answers are too noisy.
   *
   * @return true if the scores are entries of the recovered adjacency matrix; false if they are the
   *     paper's score
   */
  public boolean isRead() {
    return misfit < READ_BELOW;
  }
}
