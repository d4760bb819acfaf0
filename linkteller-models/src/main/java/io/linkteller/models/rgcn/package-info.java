/** R-GCN, for graphs with several relations. */
@NullMarked
package io.linkteller.models.rgcn;

import org.jspecify.annotations.NullMarked;
