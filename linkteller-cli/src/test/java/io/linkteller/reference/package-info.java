/** External numbers and data with which the tests of this module compare. */
@NullMarked
package io.linkteller.reference;

import org.jspecify.annotations.NullMarked;
