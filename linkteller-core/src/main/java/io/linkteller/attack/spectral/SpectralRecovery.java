package io.linkteller.attack.spectral;

import io.linkteller.attack.LinkPrediction.Finding;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;

/**
 * The result of {@link SpectralRoot}.
 *
 * @param diagnosis the model that the answers indicate
 * @param scores the recovered entries of the adjacency matrix, about 1 for an edge and 0 for none;
 *     the paper's score if the diagnosis {@linkplain SpectralDiagnosis#isRead is not read}
 * @param influences the influences of equal features among the targets, which other scores can read
 * @param queries the number of queries asked
 */
public record SpectralRecovery(
    SpectralDiagnosis diagnosis, PairScores scores, InfluenceMatrix influences, int queries) {

  /** The entry above which a pair is an edge of the recovered graph. */
  private static final double EDGE = 0.5;

  /** {@return the scores; if the answers were read, with the density of the recovered graph} */
  public Finding finding() {
    Finding finding = Finding.of(scores);
    return diagnosis.isRead()
        ? finding.withEvidenceAbove(EDGE).withDensity(diagnosis.kHat())
        : finding;
  }
}
