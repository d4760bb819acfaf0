/**
 * Exact distributions of mechanisms on small graphs, and empirical lower bounds of ε on larger
 * ones, for comparison with a claim.
 *
 * <p>{@link io.linkteller.dp.audit.ExhaustiveChance} enumerates every execution path of a
 * mechanism. {@code PrivacyProof} of the test kit proves or refutes claims for all graphs of a few
 * nodes with it.
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
