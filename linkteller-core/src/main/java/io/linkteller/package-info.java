/**
 * The entry point of the library: {@link io.linkteller.LinkTeller} runs the paper's attack in one
 * call.
 */
@NullMarked
package io.linkteller;

import org.jspecify.annotations.NullMarked;
