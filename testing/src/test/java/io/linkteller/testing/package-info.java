/** Code that the tests of all modules share, such as random graphs and assertions. */
@org.jspecify.annotations.NullMarked
package io.linkteller.testing;
