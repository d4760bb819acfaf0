/** Files that are written whole or not at all. */
@NullMarked
package io.linkteller.file;

import org.jspecify.annotations.NullMarked;
