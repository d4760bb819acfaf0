package io.linkteller.models.train;

/**
 * A rule for early stopping: training ends after {@code patience} epochs without an improvement on
 * the validation nodes. The trained model has the parameters of the best epoch, in case of ties of
 * the first one.
 *
 * @param criterion the criterion
 * @param patience the number of epochs without improvement, at least 1
 */
public record EarlyStopping(Criterion criterion, int patience) {

  /** The criterion by which epochs are compared. */
  public enum Criterion {
    /** The loss on the validation nodes: lower is better. */
    LOSS,
    /** Accuracy, or the micro-averaged F1 score for multiple labels: higher is better. */
    SCORE
  }

  /**
   * Creates a rule.
   *
   * @param criterion the criterion
   * @param patience the number of epochs without improvement, at least 1
   * @throws IllegalArgumentException if {@code patience} is below 1
   */
  public EarlyStopping {
    if (patience < 1) {
      throw new IllegalArgumentException("patience = " + patience + " is below 1");
    }
  }

  /**
   * Tests whether an evaluation is better than another one; never true if its loss is NaN or
   * infinite.
   */
  boolean isBetter(Evaluation evaluation, Evaluation than) {
    if (!Double.isFinite(evaluation.loss()) || !Double.isFinite(than.loss())) {
      return Double.isFinite(evaluation.loss());
    }
    return criterion == Criterion.LOSS
        ? evaluation.loss() < than.loss()
        : evaluation.score() > than.score();
  }
}
