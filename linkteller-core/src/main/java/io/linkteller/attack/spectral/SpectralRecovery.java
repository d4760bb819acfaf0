package io.linkteller.attack.spectral;

import io.linkteller.attack.score.PairScores;

/**
 * What {@link SpectralRoot} found.
 *
 * @param diagnosis the model that answers come from
 * @param scores the recovered entries of the adjacency matrix, about 1 for an edge and 0 for none;
 *     the paper's score if the diagnosis {@linkplain SpectralDiagnosis#isRead is not read}
 * @param queries how many queries were asked
 */
public record SpectralRecovery(SpectralDiagnosis diagnosis, PairScores scores, int queries) {}
