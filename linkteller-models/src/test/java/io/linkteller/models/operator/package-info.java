@NullMarked
package io.linkteller.models.operator;

import org.jspecify.annotations.NullMarked;
