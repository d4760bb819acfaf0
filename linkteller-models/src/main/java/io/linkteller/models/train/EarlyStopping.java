package io.linkteller.models.train;

/**
 * When to stop before the last epoch: after {@code patience} epochs in which the validation nodes
 * saw nothing better. The parameters of the best epoch, the first of equal ones, are those of the
 * trained model.
 *
 * @param criterion what is compared
 * @param patience how many epochs without a better one are waited for, at least 1
 */
public record EarlyStopping(Criterion criterion, int patience) {

  /** What is compared. */
  public enum Criterion {
    /** The loss on the validation nodes: lower is better. */
    LOSS,
    /** Accuracy, or the micro-averaged F1 score for multiple labels: higher is better. */
    SCORE
  }

  /**
   * Checks the patience.
   *
   * @param criterion what is compared
   * @param patience how many epochs without a better one are waited for, at least 1
   * @throws IllegalArgumentException if {@code patience} is below 1
   */
  public EarlyStopping {
    if (patience < 1) {
      throw new IllegalArgumentException("patience = " + patience + " is below 1");
    }
  }

  /**
   * Returns a rule that watches the loss.
   *
   * @param patience how many epochs without a better one are waited for, at least 1
   * @return the rule
   * @throws IllegalArgumentException if {@code patience} is below 1
   */
  public static EarlyStopping onLoss(int patience) {
    return new EarlyStopping(Criterion.LOSS, patience);
  }

  /**
   * Returns a rule that watches accuracy or F1.
   *
   * @param patience how many epochs without a better one are waited for, at least 1
   * @return the rule
   * @throws IllegalArgumentException if {@code patience} is below 1
   */
  public static EarlyStopping onScore(int patience) {
    return new EarlyStopping(Criterion.SCORE, patience);
  }

  /** Nothing whose loss is NaN or infinite is better than anything. */
  boolean isBetter(Evaluation evaluation, Evaluation than) {
    if (!Double.isFinite(evaluation.loss()) || !Double.isFinite(than.loss())) {
      return Double.isFinite(evaluation.loss());
    }
    return criterion == Criterion.LOSS
        ? evaluation.loss() < than.loss()
        : evaluation.score() > than.score();
  }
}
