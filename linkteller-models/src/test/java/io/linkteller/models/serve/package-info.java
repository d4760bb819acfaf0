@NullMarked
package io.linkteller.models.serve;

import org.jspecify.annotations.NullMarked;
