/**
 * Attacks that choose all features of a query. A network of relu layers then answers with powers of
 * its normalized adjacency matrix, and where a pre-activation changes sign, with fewer hops.
 */
@NullMarked
package io.linkteller.attack.chosen;

import org.jspecify.annotations.NullMarked;
