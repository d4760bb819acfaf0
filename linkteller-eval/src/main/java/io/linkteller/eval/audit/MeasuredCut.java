package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;

/**
 * What an attack finds under one belief.
 *
 * @param kHat k̂, the belief
 * @param found its predictions
 * @param recall its recall, with the sampling error
 * @param precision its precision, with the sampling error
 */
public record MeasuredCut(
    double kHat, EdgeMetrics found, SampledShare recall, SampledShare precision) {}
