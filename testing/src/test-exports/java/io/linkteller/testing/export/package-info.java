/** Models of this library as files of ONNX, with which tests check what reads such files. */
@NullMarked
package io.linkteller.testing.export;

import org.jspecify.annotations.NullMarked;
