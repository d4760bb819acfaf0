/** Tests of graph convolutions. */
@NullMarked
package io.linkteller.models.gcn;

import org.jspecify.annotations.NullMarked;
