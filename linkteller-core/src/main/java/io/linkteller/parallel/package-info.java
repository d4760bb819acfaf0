/** Work shared out over rows so that the result does not depend on the number of threads. */
@NullMarked
package io.linkteller.parallel;

import org.jspecify.annotations.NullMarked;
