package io.linkteller.experiment.cell;

import java.util.List;
import java.util.function.Supplier;

/**
 * A part of an experiment that is computed on its own.
 *
 * @param key everything that the observations depend on
 * @param work takes the observations; called at most once at a time, perhaps beside other cells,
 *     and gives the same whoever calls it
 */
public record Cell(ResultKey key, Supplier<List<Observation>> work) {}
