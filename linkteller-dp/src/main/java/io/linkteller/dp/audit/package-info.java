/** Empirical lower bounds on the ε of a perturber, to set beside what it claims. */
@NullMarked
package io.linkteller.dp.audit;

import org.jspecify.annotations.NullMarked;
