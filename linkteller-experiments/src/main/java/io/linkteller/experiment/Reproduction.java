package io.linkteller.experiment;

import io.linkteller.eval.cell.CellListener;
import io.linkteller.eval.cell.CellRunner;
import io.linkteller.eval.cell.CellStore;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.report.Report;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs experiments, the paper's or others, on the data sets of a directory. Finished cells and
 * trained models are stored below the directory of the results, in {@code cells} and {@code
 * models}, so that a run that was killed can be resumed and experiments share cells and models.
 *
 * <pre>{@code
 * Reproduction run = Reproduction.of(DatasetDirectory.in(data), Budget.QUICK, out, 2);
 * ReportFiles.write(run.report(PaperExperiment.ATTACK_GCN, CellListener.SILENT), out);
 * }</pre>
 */
public final class Reproduction {

  private final Preparation prepared;
  private final CellStore store;

  private Reproduction(Preparation prepared, CellStore store) {
    this.prepared = prepared;
    this.store = store;
  }

  /**
   * Prepares a run.
   *
   * @param datasets the data
   * @param budget the part of the evaluation to compute
   * @param directory the directory for cells and models; created if it does not exist
   * @param threads the number of threads, at least 1; only running times depend on it
   * @return the run
   * @throws java.io.UncheckedIOException if a directory cannot be created
   */
  public static Reproduction of(
      DatasetDirectory datasets, Budget budget, Path directory, int threads) {
    return new Reproduction(
        new Preparation(datasets, budget, TrainedModels.in(directory.resolve("models"), threads)),
        CellStore.in(directory.resolve("cells")));
  }

  /**
   * Returns whether an experiment can run on the data sets of the directory.
   *
   * @param experiment the experiment
   * @return true if it needs no data set or at least one of its data sets is present
   */
  public boolean canRun(ExperimentProvider experiment) {
    return experiment.dataNames().isEmpty()
        || !prepared.datasets().present(experiment.dataNames()).isEmpty();
  }

  /**
   * Runs an experiment.
   *
   * @param experiment the experiment
   * @param listener receives finished cells
   * @return its report, with the settings of this run; its name is that of the experiment, followed
   *     by that of the budget unless this is {@link Budget#FULL}: {@code attack-gcn} or {@code
   *     attack-gcn-quick}
   * @throws IllegalArgumentException if none of its data sets is present; the message names the
   *     files
   */
  public Report report(ExperimentProvider experiment, CellListener listener) {
    if (!canRun(experiment)) {
      throw new IllegalArgumentException(
          experiment.label()
              + " needs at least one of the files "
              + experiment.dataNames().stream().map(prepared.datasets()::file).toList());
    }
    Experiment setUp = experiment.create(prepared);
    int threads = setUp.needsQuiet() ? 1 : prepared.models().threads();
    CellRunner runner = CellRunner.keepingIn(store).parallelism(threads).reportingTo(listener);
    List<String> absent =
        experiment.dataNames().stream().filter(name -> !prepared.datasets().has(name)).toList();
    Report.Builder report = setUp.report(runner.run(setUp.cells()));
    if (!absent.isEmpty()) {
      report.setting("data sets of the paper that were absent", absent);
    }
    Budget budget = prepared.budget();
    Report done =
        report
            .setting("budget", budget.label())
            .setting("linkteller", ResultKey.version())
            .setting("java", Runtime.version())
            .build();
    return budget.equals(Budget.FULL)
        ? done
        : new Report(
            done.name() + "-" + budget.label(),
            done.title(),
            done.introduction(),
            done.settings(),
            done.sections());
  }
}
