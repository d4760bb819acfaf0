/** Attacks on answers that are rounded, noisy, or labels only. */
@NullMarked
package io.linkteller.attack.coarse;

import org.jspecify.annotations.NullMarked;
