/** What the tests of all modules share: their two sizes, small data, and the processor time of each class. */
@org.jspecify.annotations.NullMarked
package io.linkteller.testing;
