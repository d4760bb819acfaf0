/** Data of figures, and drawing them as PNG and SVG. */
@NullMarked
package io.linkteller.report.figure;

import org.jspecify.annotations.NullMarked;
