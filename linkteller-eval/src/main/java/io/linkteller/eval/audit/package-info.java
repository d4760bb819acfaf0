/**
 * Leakage audits for graph owners: all applicable attacks on a black box, compared with the true
 * graph.
 *
 * <p>{@link io.linkteller.eval.audit.LeakageAudit} runs the attacks within the capabilities of an
 * {@link io.linkteller.eval.audit.Attacker} and returns a {@link
 * io.linkteller.eval.audit.LeakageAuditReport}. Audits by exact influences of one score, without
 * queries, are in {@code io.linkteller.models.audit}.
 */
@NullMarked
package io.linkteller.eval.audit;

import org.jspecify.annotations.NullMarked;
