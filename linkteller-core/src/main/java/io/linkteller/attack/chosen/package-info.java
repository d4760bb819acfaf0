/**
 * Attacks that choose all features of a query. A network of relu layers then answers with powers of
 * its normalized adjacency matrix, and where a pre-activation changes sign, with fewer hops.
 *
 * <p>{@link io.linkteller.attack.chosen.ChosenFeatureAttack} needs no more of the model than {@link
 * io.linkteller.attack.LinkTeller} does, but more of the attacker: he must be allowed to send
 * large, real-valued features for every node. It reads rows of the adjacency matrix, up to 3
 * queries a target and some 80 more. {@link io.linkteller.attack.chosen.Diagnosis} is what it finds
 * out of the model on the way, and {@link io.linkteller.attack.chosen.UnsuitableModelException}
 * says which models it can't read. {@link io.linkteller.attack.chosen.GroupTestingAttack} asks
 * about many targets at once and needs some 100 queries for 500 of them, of fewer models.
 *
 * <pre>{@code
 * LinkPrediction found = ChosenFeatureAttack.builder().build().run(api, nodes, kHat);
 * }</pre>
 *
 * <p>Not in the paper.
 */
@NullMarked
package io.linkteller.attack.chosen;

import org.jspecify.annotations.NullMarked;
