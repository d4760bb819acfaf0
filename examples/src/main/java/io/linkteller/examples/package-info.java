/**
 * Programs to read and to copy from, each about one task and on graphs made up on the spot. In the
 * order in which they explain things:
 *
 * <ol>
 *   <li>{@link io.linkteller.examples.Quickstart}: train, serve, attack.
 *   <li>{@link io.linkteller.examples.AttackYourOwnModel}: the same on a model of another make.
 *   <li>{@link io.linkteller.examples.CompareAttacks}: which scores find how much.
 *   <li>{@link io.linkteller.examples.AuditBeforeRelease}: which attacks find how much, and whose
 *       edges.
 *   <li>{@link io.linkteller.examples.ProtectAGraph}: what differential privacy changes.
 *   <li>{@link io.linkteller.examples.ChooseEpsilon}: how much privacy the task allows.
 * </ol>
 */
@NullMarked
package io.linkteller.examples;

import org.jspecify.annotations.NullMarked;
