/**
 * What every model is made of: layers bound to a graph, their parameters, and the rows that can
 * change.
 */
@NullMarked
package io.linkteller.models.network;

import org.jspecify.annotations.NullMarked;
