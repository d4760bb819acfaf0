/** Graph attention networks (Veličković et al., ICLR 2018). */
@NullMarked
package io.linkteller.models.gat;

import org.jspecify.annotations.NullMarked;
