/** Tests of attacks on the models of the test kit. */
@NullMarked
package io.linkteller.testkit.attack;

import org.jspecify.annotations.NullMarked;
