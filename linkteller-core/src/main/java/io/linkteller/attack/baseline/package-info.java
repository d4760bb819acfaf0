/** The baselines of section VI of the paper: link stealing (LSA2) and random guessing. */
@NullMarked
package io.linkteller.attack.baseline;

import org.jspecify.annotations.NullMarked;
