package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;

/**
 * The attack that finds most edges under one belief.
 *
 * @param kHat k̂, the belief
 * @param attack the name of the attack
 * @param queries how many queries it asks
 * @param found what it finds
 */
public record StrongestAttack(double kHat, String attack, long queries, EdgeMetrics found) {}
