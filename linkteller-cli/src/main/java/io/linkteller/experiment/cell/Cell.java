package io.linkteller.experiment.cell;

import java.util.List;
import java.util.function.Supplier;

/**
 * An independently computed part of an experiment.
 *
 * @param key everything that the observations depend on
 * @param work computes the observations; called by one thread at a time, possibly concurrently with
 *     other cells; returns equal observations on every call
 */
public record Cell(ResultKey key, Supplier<List<Observation>> work) {}
