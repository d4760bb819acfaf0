@NullMarked
package io.linkteller.attack.own;

import org.jspecify.annotations.NullMarked;
