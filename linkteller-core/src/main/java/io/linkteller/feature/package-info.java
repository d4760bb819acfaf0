/**
 * Node features X: dense, sparse, sparse and standardized, of rank one, and views of them with one
 * row scaled.
 */
@NullMarked
package io.linkteller.feature;

import org.jspecify.annotations.NullMarked;
