/** Architectures that the library lacks, composed as a user would. */
@NullMarked
package io.linkteller.outside;

import org.jspecify.annotations.NullMarked;
