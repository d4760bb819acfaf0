/** Tests that the Maven build and the Gradle build have the same contents. */
@NullMarked
package io.linkteller.build;

import org.jspecify.annotations.NullMarked;
