@NullMarked
package io.linkteller.models.program;

import org.jspecify.annotations.NullMarked;
