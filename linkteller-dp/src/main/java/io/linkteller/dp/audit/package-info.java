/**
 * The exact ε of a mechanism on small graphs, and empirical lower bounds on larger ones, to set
 * beside what it claims.
 *
 * <p>{@link io.linkteller.dp.audit.ExhaustiveAudit} follows every course that a mechanism's code
 * can take ({@link io.linkteller.dp.audit.ExhaustiveChance}) and so proves or refutes the claim for
 * all graphs of a few nodes.
 *
 * <p>{@link io.linkteller.dp.audit.DpAudit} runs any {@link io.linkteller.privacy.GraphPerturber},
 * yours too, many times on neighbouring graphs, looks for an event that is much likelier under one
 * than under the other, and bounds the two probabilities by exact confidence intervals on fresh
 * runs. {@link io.linkteller.dp.audit.DpAuditReport} is the outcome: a bound above the claim
 * refutes the claim, a bound below it proves nothing.
 *
 * <pre>{@code
 * DpAuditReport report = DpAudit.builder().runs(100_000).build().audit(EdgeRand.withEpsilon(1));
 * report.isViolation();
 * }</pre>
 */
@NullMarked
package io.linkteller.dp.audit;

import org.jspecify.annotations.NullMarked;
