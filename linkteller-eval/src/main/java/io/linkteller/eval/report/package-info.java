/** What people look at: tables beside the paper's, figures and reports of an evaluation. */
@NullMarked
package io.linkteller.eval.report;

import org.jspecify.annotations.NullMarked;
