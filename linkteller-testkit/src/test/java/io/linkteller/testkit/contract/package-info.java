/** Tests of the test kit, and of this library with it. */
@NullMarked
package io.linkteller.testkit.contract;

import org.jspecify.annotations.NullMarked;
