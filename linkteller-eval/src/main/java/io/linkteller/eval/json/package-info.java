/** What is wrong with a JSON file, for people. */
@NullMarked
package io.linkteller.eval.json;

import org.jspecify.annotations.NullMarked;
