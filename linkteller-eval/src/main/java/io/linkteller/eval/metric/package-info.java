/**
 * Measures of recovered edges and of rankings (section VI).
 *
 * <ul>
 *   <li>{@link io.linkteller.eval.metric.PredictionMetrics}: compares an attack's prediction with
 *       the private graph.
 *   <li>{@link io.linkteller.eval.metric.EdgeMetrics}: precision, recall and F1 of the m predicted
 *       pairs, and F1 as a share of the best that m allows.
 *   <li>{@link io.linkteller.eval.metric.PrecisionRecallCurve}: precision and recall for every m.
 *   <li>{@link io.linkteller.eval.metric.RankingMetrics}: the area under the ROC curve.
 * </ul>
 *
 * <p>{@link io.linkteller.models.train.ClassificationMetrics} measures how well a model classifies
 * nodes.
 *
 * <pre>{@code
 * EdgeMetrics metrics = PredictionMetrics.edges(found, truth);
 * double f1 = metrics.f1();
 * double auc = PredictionMetrics.rocAuc(found, truth);
 * }</pre>
 */
@NullMarked
package io.linkteller.eval.metric;

import org.jspecify.annotations.NullMarked;
