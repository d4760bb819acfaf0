/**
 * Graphs, features, the black-box {@link io.linkteller.inference.InferenceApi} and the attacks on
 * it. Suggested reading order: {@link io.linkteller.graph}, {@link io.linkteller.feature}, {@link
 * io.linkteller.inference}, {@link io.linkteller.attack}, {@link io.linkteller.defense}, {@link
 * io.linkteller.privacy}. The packages {@link io.linkteller.matrix}, {@link io.linkteller.parallel}
 * and {@code io.linkteller.file} are internal to the project's modules.
 */
module io.linkteller.core {
  requires static org.jspecify;
  requires transitive ejml.core;
  requires transitive ejml.ddense;
  requires transitive it.unimi.dsi.fastutil.core;

  exports io.linkteller;
  exports io.linkteller.attack;
  exports io.linkteller.attack.choice;
  exports io.linkteller.attack.direct;
  exports io.linkteller.attack.prior;
  exports io.linkteller.attack.influence;
  exports io.linkteller.attack.own;
  exports io.linkteller.attack.reading;
  exports io.linkteller.defense;
  exports io.linkteller.feature;
  exports io.linkteller.file to
      io.linkteller.data,
      io.linkteller.dp,
      io.linkteller.eval,
      io.linkteller.jgrapht,
      io.linkteller.models,
      io.linkteller.remote,
      io.linkteller.report;
  exports io.linkteller.graph;
  exports io.linkteller.inference.journal;
  exports io.linkteller.inference.output;
  exports io.linkteller.inference;
  exports io.linkteller.matrix;
  exports io.linkteller.parallel;
  exports io.linkteller.privacy;
  exports io.linkteller.privacy.ledger to
      io.linkteller.dp;

  uses io.linkteller.attack.LinkAttackProvider;
  uses io.linkteller.attack.reading.PairScore;

  provides io.linkteller.attack.LinkAttackProvider with
      io.linkteller.attack.choice.StandardAttacks.Auto,
      io.linkteller.attack.choice.StandardAttacks.Compressed,
      io.linkteller.attack.choice.StandardAttacks.Denoising,
      io.linkteller.attack.choice.StandardAttacks.Design,
      io.linkteller.attack.choice.StandardAttacks.FeatureLikeness,
      io.linkteller.attack.choice.StandardAttacks.FromLabels,
      io.linkteller.attack.choice.StandardAttacks.Guesses,
      io.linkteller.attack.choice.StandardAttacks.Kinks,
      io.linkteller.attack.choice.StandardAttacks.OwnNodes,
      io.linkteller.attack.choice.StandardAttacks.Pairs,
      io.linkteller.attack.choice.StandardAttacks.PosteriorLikeness,
      io.linkteller.attack.choice.StandardAttacks.Reweighted,
      io.linkteller.attack.choice.StandardAttacks.Shown,
      io.linkteller.attack.choice.StandardAttacks.Subsets;
}
