/**
 * Support for remote black boxes that fail, hang, limit the rate of calls, charge per call, or
 * return inconsistent answers.
 *
 * <p>{@link io.linkteller.remote.RobustApi} adds the required measures to a black box:
 *
 * <pre>{@code
 * InferenceApi api =
 *     RobustApi.of(
 *             query -> new DMatrixRMaj(client.logits(query.nodes(), query.features().toDense())))
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
