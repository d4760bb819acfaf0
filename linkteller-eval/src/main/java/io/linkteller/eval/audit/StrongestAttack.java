package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import io.linkteller.eval.metric.EdgeMetrics;

/**
 * The attack that finds the most under one belief and access, with intervals for the whole graph.
 * The intervals allow for the choice of this attack among others and for edges that share nodes.
 *
 * @param attack the name of the attack
 * @param access the access that it uses
 * @param queries the number of queries that it sent
 * @param kHat k̂, the belief
 * @param found the counts of its predictions and of the true edges
 * @param recall the interval of the recall. If as many pairs are predicted as there are edges, its
 *     upper end holds for every attack that was tried with no more access
 * @param precision the interval of the precision
 */
public record StrongestAttack(
    String attack,
    Access access,
    long queries,
    double kHat,
    EdgeMetrics found,
    ConfidenceInterval recall,
    ConfidenceInterval precision) {}
