/**
 * What a graph owner can learn of a model's leakage from the model itself, without a query.
 *
 * <p>{@link io.linkteller.models.audit.InfluenceAudit} differentiates the network: the influences
 * of Algorithm 1 in the limit of Δ to 0, which no rounding of an API hides. {@link
 * io.linkteller.models.audit.LeakageReport} ranks every edge among all pairs; an attacker who calls
 * m pairs edges names those of rank at most m. {@link io.linkteller.models.audit.ExposedEdge} and
 * {@link io.linkteller.models.audit.ExposedNode} are its lines.
 *
 * <pre>{@code
 * LeakageReport report = InfluenceAudit.exact(model, graph, features).report(PairScore.PAPER);
 * report.recall(report.density());
 * report.edges().subList(0, 100);
 * }</pre>
 *
 * <p>A bad report proves a leak. A good one speaks of this family of attacks only; a promise
 * against all of them is what differential privacy is for.
 */
@NullMarked
package io.linkteller.models.audit;

import org.jspecify.annotations.NullMarked;
