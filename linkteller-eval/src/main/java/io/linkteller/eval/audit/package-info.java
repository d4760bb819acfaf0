/**
 * Leakage audits for graph owners: all registered attacks on a black box, compared with the true
 * graph.
 *
 * <p>{@link io.linkteller.eval.audit.LeakageAudit} runs the attacks that an {@link
 * io.linkteller.attack.Access} allows; its {@link io.linkteller.eval.audit.LeakageVerdict} says how
 * much the strongest finds. Audits by exact influences of one score, without queries, are in {@code
 * io.linkteller.models.audit}.
 */
@NullMarked
package io.linkteller.eval.audit;

import org.jspecify.annotations.NullMarked;
