package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.inference.InferenceApi;
import java.util.function.UnaryOperator;

/**
 * What an attacker may do to a model, and how a model is made to show no more than that.
 *
 * @param access what an attacker may do, and what is shown
 * @param shown returns what is seen of a model
 * @param mayBeLogits whether the form of the answers was guessed from their numbers, which may be
 *     logits all the same
 */
record ShownModel(Access access, UnaryOperator<InferenceApi> shown, boolean mayBeLogits) {

  ShownModel(Access access, UnaryOperator<InferenceApi> shown) {
    this(access, shown, false);
  }
}
