/**
 * The choice among all attacks, and their registration.
 *
 * <p>{@link io.linkteller.attack.auto.AutoAttack} chooses what is asked and how pairs are scored by
 * what the answers show. {@link io.linkteller.attack.auto.StandardAttacks} registers the attacks of
 * this library as {@link io.linkteller.attack.LinkAttackProvider}s.
 */
@NullMarked
package io.linkteller.attack.auto;

import org.jspecify.annotations.NullMarked;
