/**
 * The number of edges an attacker predicts (appendix D.2 of the paper), and prior knowledge of
 * pairs (appendix D.3).
 */
@NullMarked
package io.linkteller.attack.belief;

import org.jspecify.annotations.NullMarked;
