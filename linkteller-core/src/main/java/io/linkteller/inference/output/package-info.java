/**
 * What a black box shows of its logits: probabilities, rounded probabilities or labels on Alice's
 * side, and on Bob's the way back from probabilities to logits.
 */
@NullMarked
package io.linkteller.inference.output;

import org.jspecify.annotations.NullMarked;
