@NullMarked
package io.linkteller.models.audit;

import org.jspecify.annotations.NullMarked;
