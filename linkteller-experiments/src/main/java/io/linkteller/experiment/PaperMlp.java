package io.linkteller.experiment;

import io.linkteller.eval.cell.Observation;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.PaperValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces our MLP with the paper's. A difference of a few thousandths in the MLP's F1 changes the
 * chosen ε by several units. With the paper's MLP and our protected models, any remaining
 * difference is due to the protected models.
 */
final class PaperMlp {

  private PaperMlp() {}

  /**
   * Replaces the MLPs.
   *
   * @param utility observations by data set, model and ε
   * @return the observations with the paper's MLP on each data set, if the paper reports one for
   *     all of them
   */
  static Optional<Observations> in(Observations utility) {
    if (!utility.has(PaperMetric.UTILITY_F1)) {
      return Optional.empty();
    }
    List<Observation> replaced =
        new ArrayList<>(utility.where(of -> !UtilityGrid.MLP.equals(of.key(Columns.MODEL))).all());
    for (String dataset : UtilityLead.meanByDataset(utility).keySet()) {
      Map<String, String> keys =
          Map.of(
              Columns.DATASET, dataset,
              Columns.MODEL, UtilityGrid.MLP,
              Columns.EPSILON, Columns.UNDEFENDED);
      Optional<PaperValue> paper = PaperTable.DP_UTILITY.find(PaperMetric.UTILITY_F1, keys);
      if (paper.isEmpty()) {
        return Optional.empty();
      }
      replaced.add(new Observation(keys, PaperMetric.UTILITY_F1.name(), paper.get().value()));
    }
    return Optional.of(new Observations(replaced));
  }
}
