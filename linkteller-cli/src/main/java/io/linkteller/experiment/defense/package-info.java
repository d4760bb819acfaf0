/**
 * What each defense costs and what it leaves to the strongest attack: {@link
 * io.linkteller.experiment.defense.DefenseGrid}.
 */
@NullMarked
package io.linkteller.experiment.defense;

import org.jspecify.annotations.NullMarked;
