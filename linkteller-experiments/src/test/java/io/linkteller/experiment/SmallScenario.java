package io.linkteller.experiment;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.data.NodeSplit;
import io.linkteller.data.synthetic.SyntheticDataset;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.DegreeThresholds;

/** Scenarios on small generated graphs. */
public final class SmallScenario {

  private static final SyntheticDataset LAW =
      SyntheticDataset.builder()
          .nodes(120)
          .edges(360)
          .classes(2)
          .featureColumns(40)
          .featuresPerNode(8)
          .build();

  private SmallScenario() {}

  /** Two graphs of the same distribution. */
  public static Scenario inductive(long seed) {
    return Scenario.inductive(
        "small",
        new InductivePair(LAW.generate("train", 1), LAW.generate("served", seed)),
        new DegreeThresholds(4, 8),
        Utility.RARE_CLASS_F1);
  }

  /** A part of a graph for training, and the whole graph for serving. */
  public static Scenario partOfWhole() {
    Dataset whole = LAW.generate("whole", 1);
    return Scenario.heldOut(
        "part",
        whole,
        NodeSplit.draw(120, 0.5, 0.2, 3),
        new DegreeThresholds(4, 8),
        Utility.MICRO_F1);
  }
}
