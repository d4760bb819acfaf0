/** Edge-inference attacks: LinkTeller (Algorithm 1 of the paper) and its baselines. */
@NullMarked
package io.linkteller.attack;

import org.jspecify.annotations.NullMarked;
