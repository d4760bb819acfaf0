/** Graph isomorphism networks. */
@NullMarked
package io.linkteller.models.gin;

import org.jspecify.annotations.NullMarked;
