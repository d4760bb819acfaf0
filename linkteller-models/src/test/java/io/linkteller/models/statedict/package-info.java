@NullMarked
package io.linkteller.models.statedict;

import org.jspecify.annotations.NullMarked;
