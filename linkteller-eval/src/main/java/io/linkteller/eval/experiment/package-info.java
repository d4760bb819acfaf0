/** The paper's protocol: which nodes are attacked, and what the attacker believes. */
@NullMarked
package io.linkteller.eval.experiment;

import org.jspecify.annotations.NullMarked;
