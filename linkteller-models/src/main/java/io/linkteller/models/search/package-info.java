/** Choosing a model and how to train it: a search over a grid, and the settings of papers. */
@NullMarked
package io.linkteller.models.search;

import org.jspecify.annotations.NullMarked;
