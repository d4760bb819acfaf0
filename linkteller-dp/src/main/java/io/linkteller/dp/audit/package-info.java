/**
 * Exact distributions of mechanisms on small graphs, and empirical lower bounds on ε on larger
 * ones, for comparison with a claimed guarantee.
 *
 * <p>{@link io.linkteller.dp.audit.ExhaustiveChance} enumerates every execution path of a
 * mechanism. {@code PrivacyProof} in the test kit uses it to prove or refute claims for all graphs
 * with a few nodes.
 *
 * <p>{@link io.linkteller.dp.audit.DpAudit} runs a {@link io.linkteller.privacy.GraphPerturber}, or
 * any program that releases something through a session, on neighboring graphs.
 *
 * <pre>{@code
 * DpAuditReport report = DpAudit.builder().runs(100_000).build().audit(EdgeRand.withEpsilon(1));
 * report.isViolation();
 * }</pre>
 */
@NullMarked
package io.linkteller.dp.audit;

import org.jspecify.annotations.NullMarked;
