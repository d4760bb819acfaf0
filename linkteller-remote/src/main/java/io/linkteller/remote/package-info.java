/**
 * Black boxes at the end of a wire: what to put around one that fails, hangs, limits its callers,
 * charges by the call, or changes its mind.
 *
 * <p>{@link io.linkteller.remote.RobustApi} is all of it, each part asked for by name:
 *
 * <pre>{@code
 * InferenceApi api =
 *     RobustApi.of(query -> new DMatrixRMaj(client.logits(query.features().toDense())))
 *         .retrying(5, Duration.ofMillis(200))
 *         .rateLimited(10, Duration.ofSeconds(1))
 *         .within(Duration.ofSeconds(30))
 *         .budget(10_000)
 *         .build();
 * }</pre>
 */
@NullMarked
package io.linkteller.remote;

import org.jspecify.annotations.NullMarked;
