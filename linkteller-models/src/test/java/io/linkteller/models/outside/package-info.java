/** An extension as an application would write it, using published types only. */
@NullMarked
package io.linkteller.models.outside;

import org.jspecify.annotations.NullMarked;
