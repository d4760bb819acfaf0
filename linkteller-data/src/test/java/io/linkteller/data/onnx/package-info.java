@NullMarked
package io.linkteller.data.onnx;

import org.jspecify.annotations.NullMarked;
