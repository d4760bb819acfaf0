package io.linkteller.models.train;

import io.linkteller.models.network.GnnModel;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.time.Duration;

/**
 * What training produced.
 *
 * @param <M> the type of the model
 * @param model the trained model
 * @param losses the training loss of each epoch before its step; unmodifiable
 * @param elapsed wall time
 */
public record TrainingRun<M extends GnnModel<M>>(M model, DoubleList losses, Duration elapsed) {}
