/** Alice's side: a graph owner perturbs once, trains, and serves a black box (Algorithm 2). */
@NullMarked
package io.linkteller.models.serve;

import org.jspecify.annotations.NullMarked;
