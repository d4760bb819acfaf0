/** Graphs with features and labels: read from files, or drawn from a law. */
@NullMarked
package io.linkteller.eval.dataset;

import org.jspecify.annotations.NullMarked;
