package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;

/**
 * The attack that finds the most edges under one belief.
 *
 * @param kHat k̂, the belief
 * @param attack the name of the attack
 * @param queries the number of its queries
 * @param found its predictions
 */
public record StrongestAttack(double kHat, String attack, long queries, EdgeMetrics found) {}
