/** What is attacked: data sets, the models trained on them, and the noise that protects them. */
@NullMarked
package io.linkteller.eval.experiment.scenario;

import org.jspecify.annotations.NullMarked;
