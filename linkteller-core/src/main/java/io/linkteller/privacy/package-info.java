/**
 * What protects a graph: edge-differentially private perturbation and the guarantee it leaves
 * behind.
 */
@NullMarked
package io.linkteller.privacy;

import org.jspecify.annotations.NullMarked;
