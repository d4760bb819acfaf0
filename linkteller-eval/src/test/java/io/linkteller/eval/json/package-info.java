@NullMarked
package io.linkteller.eval.json;

import org.jspecify.annotations.NullMarked;
