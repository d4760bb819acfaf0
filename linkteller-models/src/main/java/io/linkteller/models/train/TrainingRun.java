package io.linkteller.models.train;

import io.linkteller.models.architecture.GnnModel;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.time.Duration;
import java.util.List;

/**
 * The result of training.
 *
 * @param model the model after the last epoch
 * @param losses the training loss before the step of each epoch that was run; fewer than requested
 *     if the thread was interrupted; unmodifiable
 * @param validations the evaluation on the validation nodes, if any, after the step of each epoch;
 *     unmodifiable
 * @param elapsed the elapsed time
 */
public record TrainingRun(
    GnnModel model, DoubleList losses, List<Evaluation> validations, Duration elapsed) {}
