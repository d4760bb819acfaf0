/** Numbers and data from outside that the tests of this module hold against. */
@NullMarked
package io.linkteller.reference;

import org.jspecify.annotations.NullMarked;
