/** The paper's evaluation, experiment by experiment, on the data that a directory holds. */
@NullMarked
package io.linkteller.eval.experiment.reproduce;

import org.jspecify.annotations.NullMarked;
