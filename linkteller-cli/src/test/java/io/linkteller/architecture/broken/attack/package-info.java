/** Classes that break the rules, each in one way, to prove that the rules can fail. */
@NullMarked
package io.linkteller.architecture.broken.attack;

import org.jspecify.annotations.NullMarked;
