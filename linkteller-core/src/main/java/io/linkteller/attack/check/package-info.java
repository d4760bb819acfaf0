/**
 * Examination of a black box before an attack: {@link io.linkteller.attack.check.InferenceCheck}.
 */
@NullMarked
package io.linkteller.attack.check;

import org.jspecify.annotations.NullMarked;
