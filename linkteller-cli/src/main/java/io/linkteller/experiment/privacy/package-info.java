/**
 * The paper's experiments with private graphs: the utility and effectiveness of protection (section
 * VI.D).
 *
 * <p>{@link io.linkteller.experiment.privacy.PrivacyGrid} is a sweep over mechanisms, ε and noise.
 * {@link io.linkteller.experiment.privacy.PrivacyAttack} measures the remaining accuracy of the
 * attack, {@link io.linkteller.experiment.privacy.PrivacyUtility} and {@link
 * io.linkteller.experiment.privacy.DegreeBins} measure the loss of utility, overall and by degree,
 * and {@link io.linkteller.experiment.privacy.EpsilonChoice} chooses the smallest ε at which the
 * graph still improves predictions.
 */
@NullMarked
package io.linkteller.experiment.privacy;

import org.jspecify.annotations.NullMarked;
