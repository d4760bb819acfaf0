package io.linkteller.models.train;

import java.time.Duration;
import java.util.Optional;

/**
 * One pass over the training nodes.
 *
 * @param number the number of the epoch, counted from 1
 * @param total the maximum number of epochs
 * @param loss the training loss before this epoch's step, with dropout
 * @param validation the evaluation on the validation nodes after the step, without dropout
 * @param elapsed the time since training began
 */
public record Epoch(
    int number, int total, double loss, Optional<Evaluation> validation, Duration elapsed) {}
