/** Tests of the products. */
@NullMarked
package io.linkteller.matrix;

import org.jspecify.annotations.NullMarked;
