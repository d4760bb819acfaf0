/**
 * Black boxes at the end of a wire: what to put around one that fails, hangs, limits its callers,
 * charges by the call, or changes its mind.
 */
@NullMarked
package io.linkteller.inference.remote;

import org.jspecify.annotations.NullMarked;
