package io.linkteller.attack.chosen;

/**
 * What an attack found out about the model before it asked about its targets.
 *
 * @param depth k, the number of layers, 1 to 3; 3 stands for any larger number as well
 * @param aggregation how the layers weigh neighbours
 */
public record Diagnosis(int depth, Aggregation aggregation) {}
