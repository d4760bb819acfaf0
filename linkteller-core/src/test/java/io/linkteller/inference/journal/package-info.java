/** Tests of the journal of answers. */
@NullMarked
package io.linkteller.inference.journal;

import org.jspecify.annotations.NullMarked;
