package io.linkteller.cli;

import io.linkteller.attack.Access;
import io.linkteller.inference.InferenceApi;
import java.util.function.UnaryOperator;

/**
 * An attacker's access to a model, and the conversion that makes the model show no more.
 *
 * @param access what an attacker may do, and how answers are shown
 * @param shown converts a model to what attackers see
 * @param mayBeLogits whether the form of the answers was guessed from their values, which may still
 *     be logits
 */
record ShownModel(Access access, UnaryOperator<InferenceApi> shown, boolean mayBeLogits) {

  ShownModel(Access access, UnaryOperator<InferenceApi> shown) {
    this(access, shown, false);
  }
}
