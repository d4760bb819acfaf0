/** Tests that README and docs match the code: snippets compile, and commands are valid. */
@NullMarked
package io.linkteller.documentation;

import org.jspecify.annotations.NullMarked;
