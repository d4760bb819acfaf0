package io.linkteller.experiment.reproduce;

import io.linkteller.experiment.Experiment;
import io.linkteller.experiment.attack.LinkStealingComparison;
import java.util.List;

/** {@link LinkStealingComparison} on the citation graphs. */
public final class LinkStealingProvider implements ExperimentProvider {

  /** Creates the provider, for the service loader. */
  public LinkStealingProvider() {}

  @Override
  public String label() {
    return "link-stealing";
  }

  @Override
  public List<String> dataNames() {
    return DatasetDirectory.PLANETOID;
  }

  @Override
  public Experiment create(Preparation prepared) {
    return new LinkStealingComparison(
        prepared.victims(dataNames(), PaperModels::gcn),
        prepared.budget().trainingSeeds(),
        prepared.budget().samplingSeeds(),
        prepared.models());
  }
}
