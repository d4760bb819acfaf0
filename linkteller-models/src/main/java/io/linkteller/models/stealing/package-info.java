/** Link prediction from features alone, with which an audit compares what answers add. */
@NullMarked
package io.linkteller.models.stealing;

import org.jspecify.annotations.NullMarked;
