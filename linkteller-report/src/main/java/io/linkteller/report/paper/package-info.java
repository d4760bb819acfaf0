/** The paper's tables of results and their layouts. */
@NullMarked
package io.linkteller.report.paper;

import org.jspecify.annotations.NullMarked;
