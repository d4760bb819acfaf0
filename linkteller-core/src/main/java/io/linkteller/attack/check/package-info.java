/**
 * What a black box is, told from a few queries before an attack: {@link
 * io.linkteller.attack.check.InferenceCheck}.
 */
@NullMarked
package io.linkteller.attack.check;

import org.jspecify.annotations.NullMarked;
