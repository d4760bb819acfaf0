package io.linkteller.models.train;

import io.linkteller.models.network.GnnModel;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.time.Duration;
import java.util.List;

/**
 * What training produced.
 *
 * @param <M> the type of the model
 * @param model the trained model: that of the best epoch under early stopping, else of the last
 * @param losses the training loss of each epoch before its step; unmodifiable
 * @param validations how the validation nodes fared after the step of each epoch, if there are any;
 *     unmodifiable
 * @param modelEpoch after which epoch the model's parameters were taken, counted from 1; 0 if
 *     training was cancelled before the first
 * @param ending why training ended
 * @param elapsed wall time
 */
public record TrainingRun<M extends GnnModel<M>>(
    M model,
    DoubleList losses,
    List<Evaluation> validations,
    int modelEpoch,
    Ending ending,
    Duration elapsed) {

  /** Why training ended. */
  public enum Ending {
    /** All epochs were run. */
    ALL_EPOCHS,
    /** Early stopping ran out of patience. */
    STOPPED_EARLY,
    /** The run was cancelled, or its thread interrupted. */
    CANCELLED
  }
}
