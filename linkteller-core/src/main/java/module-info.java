/**
 * Graphs, features, the black-box {@link io.linkteller.inference.InferenceApi} and the attacks on
 * it. Suggested order of reading: {@link io.linkteller.graph}, {@link io.linkteller.feature},
 * {@link io.linkteller.inference}, {@link io.linkteller.attack}, {@link io.linkteller.defense},
 * {@link io.linkteller.privacy}. The packages {@link io.linkteller.matrix}, {@link
 * io.linkteller.parallel} and {@code io.linkteller.file} are internal to the project's modules.
 */
module io.linkteller.core {
  requires static org.jspecify;
  requires transitive ejml.core;
  requires transitive ejml.ddense;
  requires transitive it.unimi.dsi.fastutil.core;

  exports io.linkteller.attack;
  exports io.linkteller.attack.auto;
  exports io.linkteller.attack.baseline;
  exports io.linkteller.attack.belief;
  exports io.linkteller.attack.check;
  exports io.linkteller.attack.chosen;
  exports io.linkteller.attack.coarse;
  exports io.linkteller.attack.denoise;
  exports io.linkteller.attack.injection;
  exports io.linkteller.attack.label;
  exports io.linkteller.attack.score;
  exports io.linkteller.attack.spectral;
  exports io.linkteller.attack.subset;
  exports io.linkteller.defense;
  exports io.linkteller.feature;
  exports io.linkteller.file to
      io.linkteller.data,
      io.linkteller.dp,
      io.linkteller.models,
      io.linkteller.remote,
      io.linkteller.report;
  exports io.linkteller.graph;
  exports io.linkteller.inference.journal;
  exports io.linkteller.inference.output;
  exports io.linkteller.inference.tensor;
  exports io.linkteller.inference;
  exports io.linkteller.matrix;
  exports io.linkteller.parallel;
  exports io.linkteller.privacy;

  uses io.linkteller.attack.LinkAttackProvider;
  uses io.linkteller.attack.score.PairScore;

  provides io.linkteller.attack.LinkAttackProvider with
      io.linkteller.attack.auto.StandardAttacks.Auto,
      io.linkteller.attack.auto.StandardAttacks.ChosenFeatures,
      io.linkteller.attack.auto.StandardAttacks.Denoising,
      io.linkteller.attack.auto.StandardAttacks.FeatureLikeness,
      io.linkteller.attack.auto.StandardAttacks.FromLabels,
      io.linkteller.attack.auto.StandardAttacks.GroupTesting,
      io.linkteller.attack.auto.StandardAttacks.Guesses,
      io.linkteller.attack.auto.StandardAttacks.Injection,
      io.linkteller.attack.auto.StandardAttacks.Kinks,
      io.linkteller.attack.auto.StandardAttacks.OwnFeatures,
      io.linkteller.attack.auto.StandardAttacks.PosteriorLikeness,
      io.linkteller.attack.auto.StandardAttacks.Reweighted,
      io.linkteller.attack.auto.StandardAttacks.SpectralRoots,
      io.linkteller.attack.auto.StandardAttacks.Subsets;
}
