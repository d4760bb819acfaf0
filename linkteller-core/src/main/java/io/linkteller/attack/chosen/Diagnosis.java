package io.linkteller.attack.chosen;

/**
 * The properties of the model that the attack identifies before it queries individual targets.
 *
 * @param depth k, the number of layers, 1 or 2
 * @param aggregation how the layers aggregate neighbors
 */
record Diagnosis(int depth, Aggregation aggregation) {}
