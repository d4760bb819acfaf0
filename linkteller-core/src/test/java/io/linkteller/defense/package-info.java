@NullMarked
package io.linkteller.defense;

import org.jspecify.annotations.NullMarked;
