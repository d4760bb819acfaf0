/**
 * What a graph owner can learn of her own leaks: every attack that fits a black box, run against
 * the true graph.
 *
 * <p>{@link io.linkteller.eval.audit.LeakageAudit} runs the attacks within what an {@link
 * io.linkteller.eval.audit.Attacker} may do; {@link io.linkteller.eval.audit.LeakageAuditReport} is
 * what they found. The exact influences of one score, without a query, are in {@code
 * io.linkteller.models.audit}.
 */
@NullMarked
package io.linkteller.eval.audit;

import org.jspecify.annotations.NullMarked;
