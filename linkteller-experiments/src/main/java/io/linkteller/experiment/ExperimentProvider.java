package io.linkteller.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * An experiment that {@link Reproduction} runs and that the command line identifies by its label:
 * one of the {@link PaperExperiment paper's}, or any other, registered as a {@link ServiceLoader}
 * provider of this interface.
 */
public interface ExperimentProvider {

  /** {@return the unique label: lower case, words joined by hyphens, for example attack-gcn} */
  String label();

  /**
   * Returns the data sets that the experiment can use.
   *
   * @return names of {@link DatasetDirectory}; at least one must be present for the experiment to
   *     run, unless the list is empty
   */
  List<String> dataNames();

  /**
   * Creates the experiment.
   *
   * @param prepared the data, the budget and the trained models of the run
   * @return the experiment, on those of its data sets that are present
   */
  Experiment create(Preparation prepared);

  /**
   * {@return the paper's experiments in the order of the paper, then the registered ones in order
   * of label}
   */
  static List<ExperimentProvider> all() {
    List<ExperimentProvider> registered = new ArrayList<>();
    ServiceLoader.load(ExperimentProvider.class).forEach(registered::add);
    registered.sort(Comparator.comparing(ExperimentProvider::label));
    List<ExperimentProvider> all = new ArrayList<>(List.of(PaperExperiment.values()));
    all.addAll(registered);
    return List.copyOf(all);
  }

  /**
   * Returns the experiment with a label.
   *
   * @param label for example {@code attack-gcn}
   * @return the experiment, if there is one
   */
  static Optional<ExperimentProvider> labeled(String label) {
    return all().stream().filter(experiment -> experiment.label().equals(label)).findFirst();
  }
}
