/**
 * HTTP clients that implement {@link io.linkteller.inference.InferenceApi}.
 *
 * <p>{@link io.linkteller.remote.http.OpenInferenceModel} supports all servers of the Open
 * Inference Protocol, version 2 (KServe, Triton, Seldon MLServer, TorchServe). {@link
 * io.linkteller.remote.http.JsonModel} supports other JSON servers by means of a template. Both
 * clients reuse connections, compress requests, authenticate, and honor {@code Retry-After}.
 * Decorate them with {@link io.linkteller.remote.RobustApi} to add time limits, retries and
 * budgets.
 *
 * <pre>{@code
 * InferenceApi api =
 *     OpenInferenceModel.builder(URI.create("https://models.example.org"), "gcn")
 *         .bearerToken(token)
 *         .build();
 * }</pre>
 */
@NullMarked
package io.linkteller.remote.http;

import org.jspecify.annotations.NullMarked;
