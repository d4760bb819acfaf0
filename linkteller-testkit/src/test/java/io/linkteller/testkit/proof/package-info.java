/** Tests of the test kit, and of this library by it. */
@NullMarked
package io.linkteller.testkit.proof;

import org.jspecify.annotations.NullMarked;
