/**
 * The command-line program {@code linkteller}.
 *
 * <p>All commands are in this one package because they share package-private options; the module is
 * an application on which nothing depends.
 */
@NullMarked
package io.linkteller.cli;

import org.jspecify.annotations.NullMarked;
