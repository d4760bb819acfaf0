/** What people look at: plots of an evaluation. */
@NullMarked
package io.linkteller.eval.report;

import org.jspecify.annotations.NullMarked;
