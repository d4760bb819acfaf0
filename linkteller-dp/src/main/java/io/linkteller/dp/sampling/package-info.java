/**
 * Exact sampling for privacy mechanisms: {@link io.linkteller.dp.sampling.Chance decisions}, {@link
 * io.linkteller.dp.sampling.Probability probabilities} that are compared exactly with random bits,
 * {@link io.linkteller.dp.sampling.Trials Bernoulli trials}, the {@link
 * io.linkteller.dp.sampling.DiscreteLaplace discrete Laplace} and {@link
 * io.linkteller.dp.sampling.DiscreteGaussian discrete Gaussian} distributions, and {@link
 * io.linkteller.dp.sampling.UniformSubset uniform subsets}. No sampler rounds a probability, and
 * every sampler draws from a {@code Chance}, so the law of a mechanism built on them can be
 * computed by {@link io.linkteller.dp.audit.ExhaustiveChance enumerating all decisions}.
 */
@NullMarked
package io.linkteller.dp.sampling;

import org.jspecify.annotations.NullMarked;
