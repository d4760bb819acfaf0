package io.linkteller.models.train;

import io.linkteller.models.architecture.GnnModel;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.time.Duration;
import java.util.List;

/**
 * The result of training.
 *
 * @param model the trained model, of the best epoch with early stopping and otherwise of the last
 *     epoch
 * @param losses the training loss before the step of each epoch; unmodifiable
 * @param validations the evaluation on the validation nodes, if any, after the step of each epoch;
 *     unmodifiable
 * @param modelEpoch the epoch that produced the parameters of the model, counted from 1, or 0 if
 *     training was interrupted before the first epoch
 * @param ending the reason why training ended
 * @param elapsed the elapsed time
 */
public record TrainingRun(
    GnnModel model,
    DoubleList losses,
    List<Evaluation> validations,
    int modelEpoch,
    Ending ending,
    Duration elapsed) {

  /** The reason why training ended. */
  public enum Ending {
    /** All epochs were run. */
    ALL_EPOCHS,
    /** Early stopping ended training. */
    STOPPED_EARLY,
    /** The thread was interrupted. */
    CANCELLED
  }
}
