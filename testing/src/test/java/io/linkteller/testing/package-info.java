/** What the tests of all modules share: their two sizes, and the processor time of each class. */
@org.jspecify.annotations.NullMarked
package io.linkteller.testing;
