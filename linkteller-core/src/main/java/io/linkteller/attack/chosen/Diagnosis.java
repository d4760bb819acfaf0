package io.linkteller.attack.chosen;

/**
 * The model that an attack has identified before it queries individual targets.
 *
 * @param depth k, the number of layers, 1 or 2
 * @param aggregation how the layers aggregate neighbors
 */
record Diagnosis(int depth, Aggregation aggregation) {}
