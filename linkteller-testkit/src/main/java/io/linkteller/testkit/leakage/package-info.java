/** Assertions on what a model reveals: {@link io.linkteller.testkit.leakage.LeakageAssertion}. */
@org.jspecify.annotations.NullMarked
package io.linkteller.testkit.leakage;
