/** What README and docs show is what the code does: snippets compile, commands are understood. */
@NullMarked
package io.linkteller.documentation;

import org.jspecify.annotations.NullMarked;
