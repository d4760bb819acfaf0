/** Scores of pairs of targets, and the influences from which they are made. */
@NullMarked
package io.linkteller.attack.score;

import org.jspecify.annotations.NullMarked;
