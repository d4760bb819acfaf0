/** Graph convolutional networks (Kipf and Welling, ICLR 2017) with the paper's normalizations. */
@NullMarked
package io.linkteller.models.gcn;

import org.jspecify.annotations.NullMarked;
