/** Architectures that the library does not have, as a user composes them. */
@NullMarked
package io.linkteller.outside;

import org.jspecify.annotations.NullMarked;
