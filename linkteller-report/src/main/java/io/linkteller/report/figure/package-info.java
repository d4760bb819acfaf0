/** The data of figures, and a writer that draws them as PNG. */
@NullMarked
package io.linkteller.report.figure;

import org.jspecify.annotations.NullMarked;
