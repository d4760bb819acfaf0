/**
 * Leakage audits for graph owners: all registered attacks are run on a black box and compared with
 * the true graph.
 *
 * <p>{@link io.linkteller.eval.audit.LeakageAudit} runs the attacks that an {@link
 * io.linkteller.attack.Access} allows; its {@link io.linkteller.eval.audit.LeakageVerdict} states
 * how much the strongest attack finds. Audits that use exact influences on a single score, without
 * queries, are in {@code io.linkteller.models.audit}.
 */
@NullMarked
package io.linkteller.eval.audit;

import org.jspecify.annotations.NullMarked;
