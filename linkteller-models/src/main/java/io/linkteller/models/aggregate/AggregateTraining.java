package io.linkteller.models.aggregate;

/**
 * A trained model and the sums that were released to train it. To serve the model on the same
 * graph, reuse this release: a second one would spend privacy budget again.
 *
 * @param model the model, whose parameters are covered by the guarantee of the release
 * @param aggregates the release for the training graph
 */
public record AggregateTraining(Gap model, Aggregates aggregates) {}
