/**
 * Models behind HTTP, as an {@link io.linkteller.inference.InferenceApi}.
 *
 * <p>{@link io.linkteller.remote.http.OpenInferenceModel} talks to every server of the Open
 * Inference Protocol, version 2 (KServe, Triton, Seldon, MLServer, TorchServe). {@link
 * io.linkteller.remote.http.JsonModel} talks to any other that takes and returns JSON, as a
 * template says. Both keep connections open, compress, authenticate, and wait where a server asks
 * them to; {@link io.linkteller.remote.RobustApi} around them adds time limits, retries and
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
