/** How well edges are recovered, pairs are ranked and nodes are classified. */
@NullMarked
package io.linkteller.eval.metric;

import org.jspecify.annotations.NullMarked;
