/** Answers kept in a file, so that an interrupted attack goes on where it was. */
@NullMarked
package io.linkteller.inference.journal;

import org.jspecify.annotations.NullMarked;
