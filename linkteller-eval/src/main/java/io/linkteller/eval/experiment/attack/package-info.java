/** The paper's attack experiments: who recovers how many edges, from what, how fast. */
@NullMarked
package io.linkteller.eval.experiment.attack;

import org.jspecify.annotations.NullMarked;
