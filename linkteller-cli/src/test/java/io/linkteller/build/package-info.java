/** Tests that hold the Maven build and its Gradle twin to the same contents. */
@NullMarked
package io.linkteller.build;

import org.jspecify.annotations.NullMarked;
