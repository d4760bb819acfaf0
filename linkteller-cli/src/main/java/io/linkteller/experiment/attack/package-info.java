/**
 * The paper's attack experiments: who recovers how many edges, from what, how fast (section VI).
 *
 * <p>{@link io.linkteller.experiment.attack.AttackGrid} is the protocol: victims, protections,
 * degree classes, samples of targets, beliefs and attacks, each with each. {@link
 * io.linkteller.experiment.attack.InductiveAttack}, {@link
 * io.linkteller.experiment.attack.TransductiveAttack}, {@link
 * io.linkteller.experiment.attack.RandomBaseline} and {@link
 * io.linkteller.experiment.attack.RunningTime} are the experiments made of it, each with a report
 * beside the paper's tables.
 */
@NullMarked
package io.linkteller.experiment.attack;

import org.jspecify.annotations.NullMarked;
