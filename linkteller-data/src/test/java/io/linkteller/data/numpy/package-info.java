@NullMarked
package io.linkteller.data.numpy;

import org.jspecify.annotations.NullMarked;
