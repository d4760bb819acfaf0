/**
 * The experiment on the utility and remaining leakage of each defense: {@link
 * io.linkteller.experiment.defense.DefenseGrid}.
 */
@NullMarked
package io.linkteller.experiment.defense;

import org.jspecify.annotations.NullMarked;
