/** The settings of published experiments. */
@NullMarked
package io.linkteller.models.search;

import org.jspecify.annotations.NullMarked;
