/**
 * Example programs, each for one task. All but the last run on generated graphs. The suggested
 * reading order is:
 *
 * <ol>
 *   <li>{@link io.linkteller.examples.Quickstart}: train, serve, attack.
 *   <li>{@link io.linkteller.examples.AttackYourOwnModel}: attack your own model.
 *   <li>{@link io.linkteller.examples.CompareAttacks}: compare attacks and scores.
 *   <li>{@link io.linkteller.examples.AuditBeforeRelease}: measure the leakage by attack and node.
 *   <li>{@link io.linkteller.examples.ProtectAGraph}: measure the effect of differential privacy.
 *   <li>{@link io.linkteller.examples.ChooseEpsilon}: find the smallest useful ε.
 *   <li>{@link io.linkteller.examples.PaperOnTwitch}: repeat the paper's attack on its data.
 * </ol>
 */
@NullMarked
package io.linkteller.examples;

import org.jspecify.annotations.NullMarked;
