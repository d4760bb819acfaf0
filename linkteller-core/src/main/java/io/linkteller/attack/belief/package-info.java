/**
 * How many pairs an attacker names (appendix D.2 of the paper), and what is known of pairs before
 * the attack (appendix D.3).
 */
@NullMarked
package io.linkteller.attack.belief;

import org.jspecify.annotations.NullMarked;
