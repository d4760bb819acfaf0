/**
 * The exact ε of a mechanism on small graphs, and empirical lower bounds on larger ones, for
 * comparison with its claim.
 *
 * <p>{@link io.linkteller.dp.audit.ExhaustiveAudit} enumerates every execution path of a mechanism
 * ({@link io.linkteller.dp.audit.ExhaustiveChance}) and so proves or refutes the claim for all
 * graphs of a few nodes.
 *
 * <p>{@link io.linkteller.dp.audit.DpAudit} runs any {@link io.linkteller.privacy.GraphPerturber}
 * many times on neighboring graphs, looks for an event that is much likelier under one than under
 * the other, and bounds the two probabilities by exact confidence intervals on fresh runs. {@link
 * io.linkteller.dp.audit.DpAuditReport} is the result: a bound above the claim refutes the claim, a
 * bound below it proves nothing.
 *
 * <pre>{@code
 * DpAuditReport report = DpAudit.builder().runs(100_000).build().audit(EdgeRand.withEpsilon(1));
 * report.isViolation();
 * }</pre>
 */
@NullMarked
package io.linkteller.dp.audit;

import org.jspecify.annotations.NullMarked;
