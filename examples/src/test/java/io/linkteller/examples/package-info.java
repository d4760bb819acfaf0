/** Tests that the example programs print correct results. */
@NullMarked
package io.linkteller.examples;

import org.jspecify.annotations.NullMarked;
