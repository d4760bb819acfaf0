/** Models in ONNX files and data sets in GraphSAINT's, with which tests check what reads them. */
@NullMarked
package io.linkteller.testing.export;

import org.jspecify.annotations.NullMarked;
