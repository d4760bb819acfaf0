@NullMarked
package io.linkteller.models.layer;

import org.jspecify.annotations.NullMarked;
