/**
 * What a black box shows of its logits: probabilities, rounded probabilities or labels on Alice's
 * side, and on Bob's the way back from probabilities to logits.
 *
 * <p>{@link io.linkteller.inference.output.Posterior} is the map between logits and probabilities,
 * softmax or sigmoid. {@link io.linkteller.inference.output.ShownOutputs} are decorators that hide;
 * {@link io.linkteller.inference.output.LogRatios} undoes them as far as that goes, so that every
 * attack on logits works on probabilities.
 *
 * <pre>{@code
 * InferenceApi shown = ShownOutputs.rounded(ShownOutputs.probabilities(served, Posterior.SOFTMAX), 4);
 * InferenceApi logits = LogRatios.ofRounded(shown, Posterior.SOFTMAX, 4);
 * }</pre>
 */
@NullMarked
package io.linkteller.inference.output;

import org.jspecify.annotations.NullMarked;
