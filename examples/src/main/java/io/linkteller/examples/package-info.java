/**
 * Example programs, each for one task, on generated graphs. In suggested reading order:
 *
 * <ol>
 *   <li>{@link io.linkteller.examples.Quickstart}: train, serve, attack.
 *   <li>{@link io.linkteller.examples.AttackYourOwnModel}: the same on your own model.
 *   <li>{@link io.linkteller.examples.CompareAttacks}: the accuracy of attacks and scores.
 *   <li>{@link io.linkteller.examples.AuditBeforeRelease}: the leakage by attack and node.
 *   <li>{@link io.linkteller.examples.ProtectAGraph}: the effect of differential privacy.
 *   <li>{@link io.linkteller.examples.ChooseEpsilon}: the smallest useful ε.
 * </ol>
 */
@NullMarked
package io.linkteller.examples;

import org.jspecify.annotations.NullMarked;
