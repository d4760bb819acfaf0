package io.linkteller.models.aggregate;

/**
 * A trained model, and the sums that training released about its graph. If the model is served on
 * the same graph, use this release: another one would spend the budget again.
 *
 * @param model the model; its parameters have the guarantee of the release
 * @param aggregates the release for the training graph
 */
public record AggregateTraining(Gap model, Aggregates aggregates) {}
