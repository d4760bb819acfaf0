/**
 * The side of the graph owner, called Alice in the paper: perturbing the graph and serving a model
 * as a black box (Algorithm 2). In the inductive setting, another owner serves the same model on a
 * different graph.
 */
@NullMarked
package io.linkteller.models.serve;

import org.jspecify.annotations.NullMarked;
