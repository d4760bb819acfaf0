/** Figures as numbers, and their drawing as PNG and SVG. */
@NullMarked
package io.linkteller.report.figure;

import org.jspecify.annotations.NullMarked;
