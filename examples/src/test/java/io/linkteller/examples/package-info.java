/** The example programs print what their pages say. */
@NullMarked
package io.linkteller.examples;

import org.jspecify.annotations.NullMarked;
