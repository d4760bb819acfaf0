/**
 * The registration of the attacks, and the choice among them.
 *
 * <p>{@link io.linkteller.attack.choice.InferenceCheck} examines a black box before an attack.
 * {@link io.linkteller.attack.choice.AutoAttack} chooses queries and scores based on the answers.
 * {@link io.linkteller.attack.choice.StandardAttacks} registers the attacks of this library as
 * {@link io.linkteller.attack.LinkAttackProvider}s.
 */
@NullMarked
package io.linkteller.attack.choice;

import org.jspecify.annotations.NullMarked;
