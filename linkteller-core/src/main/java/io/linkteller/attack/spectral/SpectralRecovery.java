package io.linkteller.attack.spectral;

import io.linkteller.attack.score.PairScores;

/**
 * The result of {@link SpectralRoot}.
 *
 * @param diagnosis the model that the answers indicate
 * @param scores the recovered entries of the adjacency matrix, about 1 for an edge and 0 for none;
 *     the paper's score if the diagnosis {@linkplain SpectralDiagnosis#isRead is not read}
 * @param queries the number of queries asked
 */
public record SpectralRecovery(SpectralDiagnosis diagnosis, PairScores scores, int queries) {}
