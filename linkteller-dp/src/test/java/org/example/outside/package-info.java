/** A mechanism written outside the library, from its published types only. */
@NullMarked
package org.example.outside;

import org.jspecify.annotations.NullMarked;
