/** The command line {@code linkteller}. */
@NullMarked
package io.linkteller.cli;

import org.jspecify.annotations.NullMarked;
