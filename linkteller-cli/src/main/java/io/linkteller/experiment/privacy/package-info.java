/**
 * The paper's experiments with private graphs: what protection costs, and what it is good for
 * (section VI.D).
 *
 * <p>{@link io.linkteller.experiment.privacy.PrivacyGrid} is a sweep over mechanisms, ε and noise.
 * {@link io.linkteller.experiment.privacy.PrivacyAttack} measures what the attack still finds,
 * {@link io.linkteller.experiment.privacy.PrivacyUtility} and {@link
 * io.linkteller.experiment.privacy.DegreeBins} what models lose and who loses most, and {@link
 * io.linkteller.experiment.privacy.EpsilonChoice} takes the smallest ε at which the graph still
 * helps.
 */
@NullMarked
package io.linkteller.experiment.privacy;

import org.jspecify.annotations.NullMarked;
