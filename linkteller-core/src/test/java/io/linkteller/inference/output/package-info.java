/**
 * Tests of probabilities, rounded probabilities and labels, and of the conversion back to logits.
 */
@NullMarked
package io.linkteller.inference.output;

import org.jspecify.annotations.NullMarked;
