/** The attack of the paper in one call: {@link io.linkteller.LinkTeller}. */
@NullMarked
package io.linkteller;

import org.jspecify.annotations.NullMarked;
