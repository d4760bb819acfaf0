/**
 * Outputs other than logits: probabilities, rounded probabilities and labels on the graph owner's
 * side, and the conversion from probabilities back to logits on the attacker's side.
 *
 * <p>{@link io.linkteller.inference.output.Posterior} converts logits to probabilities by softmax
 * or sigmoid, and back. {@link io.linkteller.inference.output.ShownOutputs} decorates a served
 * model so that it reveals less than its logits; {@link
 * io.linkteller.inference.output.AnswerKind#asLogits} recovers logits from probabilities, so that
 * every attack on logits works on probabilities.
 *
 * <pre>{@code
 * InferenceApi shown = ShownOutputs.rounded(ShownOutputs.probabilities(served, Posterior.SOFTMAX), 4);
 * AnswerKind kind =
 *     new AnswerKind(AnswerKind.Form.PROBABILITIES, Posterior.SOFTMAX, OptionalInt.of(4));
 * InferenceApi logits = kind.asLogits(shown);
 * }</pre>
 */
@NullMarked
package io.linkteller.inference.output;

import org.jspecify.annotations.NullMarked;
