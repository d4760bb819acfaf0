/**
 * The paper's attack experiments: accuracy and running time of the attacks (section VI).
 *
 * <p>{@link io.linkteller.experiment.attack.AttackGrid} is the protocol: all combinations of
 * victims, protections, degree classes, samples of targets, beliefs and attacks. {@link
 * io.linkteller.experiment.attack.InductiveAttack}, {@link
 * io.linkteller.experiment.attack.TransductiveAttack}, {@link
 * io.linkteller.experiment.attack.RandomBaseline} and {@link
 * io.linkteller.experiment.attack.RunningTime} are the experiments based on it, each with a report
 * that compares its results with the paper's tables.
 */
@NullMarked
package io.linkteller.experiment.attack;

import org.jspecify.annotations.NullMarked;
