/**
 * White-box audit of the edge leakage of a model, for the graph owner.
 *
 * <p>{@link io.linkteller.models.audit.InfluenceAudit} differentiates the network to obtain the
 * influences of Algorithm 1 in the limit Δ → 0. No query is needed, and rounding by an API has no
 * effect on the result. {@link io.linkteller.models.audit.LeakageReport} ranks every edge among all
 * pairs; an attacker who predicts m edges predicts those with rank at most m. {@link
 * io.linkteller.models.audit.ExposedEdge} and {@link io.linkteller.models.audit.ExposedNode} are
 * its entries.
 *
 * <pre>{@code
 * LeakageReport report = InfluenceAudit.exact(model, graph, features).report(PairScore.PAPER);
 * report.recall(report.density());
 * report.edges().subList(0, 100);
 * }</pre>
 *
 * <p>A high recall in the report proves that the model leaks edges. A low recall holds for this
 * family of attacks only; a guarantee against all attacks requires differential privacy.
 */
@NullMarked
package io.linkteller.models.audit;

import org.jspecify.annotations.NullMarked;
