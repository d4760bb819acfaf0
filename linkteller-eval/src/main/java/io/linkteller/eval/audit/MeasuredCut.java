package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;

/**
 * The findings of an attack under one belief.
 *
 * @param kHat k̂, the belief
 * @param found the counts of its predictions and of the true edges
 * @param recall its recall, with the sampling error
 * @param precision its precision, with the sampling error
 */
public record MeasuredCut(
    double kHat, EdgeMetrics found, SampledShare recall, SampledShare precision) {}
