/**
 * Exact sampling for privacy mechanisms: {@link io.linkteller.dp.sampling.Chance coins}, {@link
 * io.linkteller.dp.sampling.Probability probabilities} that are compared exactly with random bits,
 * {@link io.linkteller.dp.sampling.Trials Bernoulli trials}, the {@link
 * io.linkteller.dp.sampling.DiscreteLaplace discrete Laplace distribution} and {@link
 * io.linkteller.dp.sampling.UniformSubset uniform subsets}. No sampler rounds a probability, and
 * every sampler draws from a {@code Chance}, so that a mechanism built on them can prove its law by
 * {@link io.linkteller.dp.audit.ExhaustiveChance enumerating the coins}.
 */
@NullMarked
package io.linkteller.dp.sampling;

import org.jspecify.annotations.NullMarked;
