/** What differential privacy promises about an attacker's precision. */
@NullMarked
package io.linkteller.eval.bound;

import org.jspecify.annotations.NullMarked;
