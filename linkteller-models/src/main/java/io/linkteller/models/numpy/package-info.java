/** Arrays of numbers in NumPy's files, with every way in which a file can be damaged refused. */
@NullMarked
package io.linkteller.models.numpy;

import org.jspecify.annotations.NullMarked;
