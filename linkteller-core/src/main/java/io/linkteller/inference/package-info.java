/** Alice's black box G_BB(V^(I), X^(I)): what may be asked, and what comes back. */
@NullMarked
package io.linkteller.inference;

import org.jspecify.annotations.NullMarked;
