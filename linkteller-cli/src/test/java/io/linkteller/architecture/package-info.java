/** Tests that the code obeys the module rule and the conventions of this repository. */
@NullMarked
package io.linkteller.architecture;

import org.jspecify.annotations.NullMarked;
