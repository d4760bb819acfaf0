/**
 * The choice among all attacks, and their registration.
 *
 * <p>{@link io.linkteller.attack.choice.InferenceCheck} examines a black box before an attack.
 * {@link io.linkteller.attack.choice.AutoAttack} chooses queries and scores by the answers. {@link
 * io.linkteller.attack.choice.StandardAttacks} registers the attacks of this library as {@link
 * io.linkteller.attack.LinkAttackProvider}s.
 */
@NullMarked
package io.linkteller.attack.choice;

import org.jspecify.annotations.NullMarked;
