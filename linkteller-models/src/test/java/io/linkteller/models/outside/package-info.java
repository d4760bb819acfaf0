/** What somebody outside the library writes: published types only. */
@NullMarked
package io.linkteller.models.outside;

import org.jspecify.annotations.NullMarked;
