/** Runtimes of this process, to test what feeds the real ones. */
@NullMarked
package io.linkteller.inference.tensor;

import org.jspecify.annotations.NullMarked;
