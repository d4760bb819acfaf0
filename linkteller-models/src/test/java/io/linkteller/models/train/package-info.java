@NullMarked
package io.linkteller.models.train;

import org.jspecify.annotations.NullMarked;
