/**
 * Models behind HTTP, and black boxes that fail, hang, limit the rate of calls, charge per call, or
 * return inconsistent answers.
 *
 * <p>{@link io.linkteller.remote.OpenInferenceModel} is a client for all servers of the Open
 * Inference Protocol, version 2 (KServe, Triton, Seldon MLServer, TorchServe). {@link
 * io.linkteller.remote.JsonModel} is a client for other JSON servers, with requests generated from
 * a template. Both reuse connections, accept compressed answers, authenticate, and honor {@code
 * Retry-After}.
 *
 * <p>{@link io.linkteller.remote.RobustApi} adds time limits, retries and budgets to a black box:
 *
 * <pre>{@code
 * InferenceApi api =
 *     RobustApi.of(
 *             query -> new DMatrixRMaj(client.logits(query.nodes(), query.features().toDense())))
 *         .retrying(5, Duration.ofMillis(200))
 *         .rateLimited(10, Duration.ofSeconds(1))
 *         .timeout(Duration.ofSeconds(30))
 *         .queryLimit(10_000)
 *         .build();
 * }</pre>
 */
@NullMarked
package io.linkteller.remote;

import org.jspecify.annotations.NullMarked;
