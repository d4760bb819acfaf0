package io.linkteller.attack.spectral;

/**
 * The model and the graph that the answers indicate.
 *
 * @param propagation how the layers combine neighbors, under the model that explains most
 * @param depth k, the number of layers, under that model
 * @param misfit how far the measured influences are from those of the recovered graph under that
 *     model, in the Frobenius norm, as a share of the influences between different nodes, each on
 *     the scale of what the two nodes do to themselves; 0 is an exact reading
 * @param runnerUp the misfit of the next best model; near {@code misfit}, the two are not told
 *     apart, as on graphs of isolated edges, where all models answer alike
 * @param rival the misfit of the next best model whose graph is another one; infinite if all models
 *     give the same graph
 * @param scatter the share of the squared movements of logits that is not along their common
 *     direction, in [0, 1]; a power of one matrix moves them along one direction only
 * @param kHat k̂, the density of the recovered graph, in [0, 1]; meaningless unless {@link #isRead}
 */
public record SpectralDiagnosis(
    Propagation propagation,
    int depth,
    double misfit,
    double runnerUp,
    double rival,
    double scatter,
    double kHat) {

  /** The misfit below which a graph explains at least three quarters of the squared influences. */
  private static final double READ_BELOW = 0.5;

  /**
   * Returns whether the answers single out the recovered graph: it explains them, and leaves less
   * than a quarter of the squared influences unexplained that the best graph under any other model
   * leaves. Graphs of one Â^k under one model, such as the three squares on four nodes, count as
   * one.
   *
   * @return true if another attack on the same answers is not expected to find more
   */
  public boolean isClear() {
    return isRead() && misfit < rival / 2;
  }

  /**
   * Returns whether the recovered graph explains the answers: at least three quarters of the
   * squared influences between different nodes. Otherwise the model is not one that the attack
   * supports, or the answers are too noisy.
   *
   * @return true if the scores are entries of the recovered adjacency matrix; false if they are the
   *     paper's score
   */
  public boolean isRead() {
    return misfit < READ_BELOW;
  }
}
