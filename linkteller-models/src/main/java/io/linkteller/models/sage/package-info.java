/** GraphSAGE. */
@NullMarked
package io.linkteller.models.sage;

import org.jspecify.annotations.NullMarked;
