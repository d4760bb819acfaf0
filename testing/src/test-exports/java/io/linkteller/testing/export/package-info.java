/** Writers of ONNX files and of GraphSAINT's data sets, with which tests check the readers. */
@NullMarked
package io.linkteller.testing.export;

import org.jspecify.annotations.NullMarked;
