/** Assertions on what a model reveals: {@link io.linkteller.testkit.leakage.LeakageAssertion}. */
@NullMarked
package io.linkteller.testkit.leakage;

import org.jspecify.annotations.NullMarked;
