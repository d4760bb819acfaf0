/** The paper's experiments with private graphs: what protection costs, and what it is good for. */
@NullMarked
package io.linkteller.eval.experiment.privacy;

import org.jspecify.annotations.NullMarked;
