package io.linkteller.experiment;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.BeliefFactor;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.eval.sample.RoundedDensity;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paper's protocol in the inductive setting (section VI): victims x protections x degree
 * classes x samples of targets x beliefs x attacks. Beliefs are multiples of the rounded density of
 * the true graph among the targets. Predictions are compared with the true graph, whichever graph
 * is served. A cell is one victim, trained with one seed, under one protection, with all samples.
 * Immutable.
 *
 * @param victims the attacked models with their data
 * @param trainingSeeds the seeds of training; every model is trained once with each
 * @param protections the protections of the edges
 * @param degrees the degree classes of the targets
 * @param samplingSeeds the seeds for drawing targets, each at least 0
 * @param targets the number of targets to draw; all nodes of a degree class that has fewer
 * @param beliefs the beliefs of the attacker
 * @param methods the attacks
 */
public record AttackGrid(
    List<Victim> victims,
    List<Long> trainingSeeds,
    List<Protection> protections,
    List<DegreeClass> degrees,
    List<Integer> samplingSeeds,
    int targets,
    List<BeliefFactor> beliefs,
    List<AttackMethod> methods) {

  /** The sampling seeds of the paper's protocol. */
  public static final List<Integer> PAPER_SAMPLING_SEEDS = List.of(42, 2, 82);

  /** The number of predicted edges in a sample. */
  static final Metric CALLED = Metric.unmarked("pairs called edges", Unit.NUMBER, 1);

  /** The number of true edges in a sample. */
  static final Metric ACTUAL = Metric.unmarked("edges", Unit.NUMBER, 1);

  /** The key of observations for the training seed of the model. */
  static final String TRAINING_SEED = "training seed";

  /**
   * Copies the lists.
   *
   * @param victims the attacked models with their data
   * @param trainingSeeds the seeds of training; every model is trained once with each
   * @param protections the protections of the edges
   * @param degrees the degree classes of the targets
   * @param samplingSeeds the seeds for drawing targets, each at least 0
   * @param targets the number of targets to draw; all nodes of a degree class that has fewer
   * @param beliefs the beliefs of the attacker
   * @param methods the attacks
   * @throws IllegalArgumentException if a list is empty or {@code targets} is below 2
   */
  public AttackGrid {
    victims = notEmpty("victims", victims);
    trainingSeeds = notEmpty("trainingSeeds", trainingSeeds);
    protections = notEmpty("protections", protections);
    degrees = notEmpty("degrees", degrees);
    samplingSeeds = new TargetSamples(samplingSeeds, targets).seeds();
    beliefs = notEmpty("beliefs", beliefs);
    methods = notEmpty("methods", methods);
  }

  static <T> List<T> notEmpty(String name, List<T> list) {
    if (list.isEmpty()) {
      throw new IllegalArgumentException(name + " is empty");
    }
    return List.copyOf(list);
  }

  /**
   * Returns a builder of the paper's protocol, without protection: 500 targets of each degree
   * class, three samples, five beliefs and three attacks.
   *
   * @param victims the models to attack
   * @param trainingSeeds the seeds of training; every model is trained once with each
   * @return the builder
   */
  public static Builder paper(List<Victim> victims, List<Long> trainingSeeds) {
    return new Builder(victims, trainingSeeds);
  }

  /** {@return a builder with the values of this grid} */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds grids. */
  public static final class Builder {

    private final List<Victim> victims;
    private List<Long> trainingSeeds;
    private List<Protection> protections = List.of(Protection.NONE);
    private List<DegreeClass> degrees = List.of(DegreeClass.values());
    private List<Integer> samplingSeeds = PAPER_SAMPLING_SEEDS;
    private int targets = NodeSample.PAPER_SIZE;
    private List<BeliefFactor> beliefs = List.of(BeliefFactor.values());
    private List<AttackMethod> methods = AttackMethod.PAPER;

    private Builder(List<Victim> victims, List<Long> trainingSeeds) {
      this.victims = List.copyOf(victims);
      this.trainingSeeds = List.copyOf(trainingSeeds);
    }

    private Builder(AttackGrid grid) {
      this.victims = grid.victims;
      this.trainingSeeds = grid.trainingSeeds;
      this.protections = grid.protections;
      this.degrees = grid.degrees;
      this.samplingSeeds = grid.samplingSeeds;
      this.targets = grid.targets;
      this.beliefs = grid.beliefs;
      this.methods = grid.methods;
    }

    /**
     * Sets the seeds of the models.
     *
     * @param trainingSeeds the seeds of training; every model is trained once with each
     * @return this builder
     */
    public Builder trainingSeeds(List<Long> trainingSeeds) {
      this.trainingSeeds = List.copyOf(trainingSeeds);
      return this;
    }

    /**
     * Sets the protections. The default is none.
     *
     * @param protections the protections of the edges
     * @return this builder
     */
    public Builder protections(List<Protection> protections) {
      this.protections = List.copyOf(protections);
      return this;
    }

    /**
     * Sets the seeds of the samples. The default is {@link #PAPER_SAMPLING_SEEDS}.
     *
     * @param samplingSeeds the seeds for drawing targets, each at least 0
     * @return this builder
     */
    public Builder samplingSeeds(List<Integer> samplingSeeds) {
      this.samplingSeeds = List.copyOf(samplingSeeds);
      return this;
    }

    /**
     * Sets the number of targets. The default is {@link NodeSample#PAPER_SIZE}.
     *
     * @param targets the number of targets per sample, at least 2
     * @return this builder
     */
    public Builder targets(int targets) {
      this.targets = targets;
      return this;
    }

    /**
     * Sets the attacks. The default is {@link AttackMethod#PAPER}.
     *
     * @param methods the attacks
     * @return this builder
     */
    public Builder methods(List<AttackMethod> methods) {
      this.methods = List.copyOf(methods);
      return this;
    }

    /**
     * Builds the grid.
     *
     * @return the grid
     * @throws IllegalArgumentException if a list is empty or {@code targets} is below 2
     */
    public AttackGrid build() {
      return new AttackGrid(
          victims, trainingSeeds, protections, degrees, samplingSeeds, targets, beliefs, methods);
    }
  }

  /**
   * Returns the cells. Cells that differ only in the protection are adjacent, so that cells
   * computed concurrently use different models.
   *
   * @param models the source of trained models
   * @return the cells, ordered by victim
   */
  public List<Cell> cells(TrainedModels models) {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : victims) {
      for (long seed : trainingSeeds) {
        for (Protection protection : protections) {
          cells.addAll(
              cells(victim.scenario(), victim.recipe().withSeed(seed), protection, models));
        }
      }
    }
    return cells;
  }

  /**
   * Records the models, the samples and the seeds, but not the protections.
   *
   * @param report the builder to add to
   * @return the same builder
   */
  public Report.Builder recordIn(Report.Builder report) {
    return samples().recordIn(AttackSettings.of(victims, trainingSeeds, report));
  }

  TargetSamples samples() {
    return new TargetSamples(samplingSeeds, targets);
  }

  private List<Cell> cells(
      Scenario scenario, ModelRecipe recipe, Protection protection, TrainedModels models) {
    List<Cell> cells = new ArrayList<>();
    List<AttackMethod> asking = methods.stream().filter(AttackMethod::queriesModel).toList();
    if (!asking.isEmpty()) {
      cells.add(
          new Cell(
              protection.in(recipe.in(key(scenario, asking))),
              () ->
                  observe(
                      scenario,
                      models.serve(scenario, recipe, protection),
                      asking,
                      keys(scenario, recipe, protection))));
    }
    List<AttackMethod> silent = methods.stream().filter(method -> !method.queriesModel()).toList();
    if (!silent.isEmpty() && protection.equals(Protection.NONE)) {
      cells.add(
          new Cell(
              key(scenario, silent),
              () -> observe(scenario, AttackMethod.NOBODY, silent, keys(scenario, protection))));
    }
    return cells;
  }

  private ResultKey key(Scenario scenario, List<AttackMethod> asked) {
    return samples()
        .in(scenario.in(ResultKey.of("attack")))
        .with("thresholds", scenario.thresholds())
        .with("degrees", degrees)
        .with("beliefs", beliefs)
        .with("methods", asked.stream().map(AttackMethod::name).toList());
  }

  private static Map<String, String> keys(Scenario scenario, Protection protection) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(Columns.DATASET, scenario.name());
    keys.put(Columns.MODEL, protection.title());
    keys.put(Columns.EPSILON, protection.epsilonTitle());
    return keys;
  }

  private static Map<String, String> keys(
      Scenario scenario, ModelRecipe recipe, Protection protection) {
    Map<String, String> keys = keys(scenario, protection);
    keys.put(TRAINING_SEED, String.valueOf(recipe.seed()));
    keys.put("noise seed", String.valueOf(protection.noiseSeed()));
    return keys;
  }

  /** Runs the given attacks on all samples of a scenario. */
  List<Observation> observe(
      Scenario scenario, InferenceApi api, List<AttackMethod> asked, Map<String, String> keys) {
    List<Observation> observations = new ArrayList<>();
    for (DegreeClass degree : degrees) {
      for (int seed : samplingSeeds) {
        NodeSample sample = samples().draw(scenario, degree, seed);
        Map<String, String> of = TargetSamples.keys(keys, degree, seed);
        observe(scenario, api, asked, sample, of, observations);
      }
    }
    return observations;
  }

  private void observe(
      Scenario scenario,
      InferenceApi api,
      List<AttackMethod> asked,
      NodeSample sample,
      Map<String, String> keys,
      List<Observation> observations) {
    Optional<RoundedDensity> density = TargetSamples.density(scenario, sample);
    if (density.isEmpty()) {
      // There are no edges to find, and the density on which beliefs are based is 0.
      return;
    }
    Graph truth = scenario.served().graph();
    for (AttackMethod method : asked) {
      LinkPrediction found = method.find(scenario, api, sample, density.get());
      Map<String, String> of = new LinkedHashMap<>(keys);
      of.put(Columns.METHOD, method.name());
      observations.add(
          new Observation(of, PaperMetric.AUC.name(), PredictionMetrics.rocAuc(found, truth)));
      for (BeliefFactor belief : beliefs) {
        EdgeMetrics edges =
            PredictionMetrics.edges(found.withBelief(density.get().kHat(belief)), truth);
        Map<String, String> at = new LinkedHashMap<>(of);
        at.put(Columns.BELIEF, belief.symbol());
        observations.add(new Observation(at, PaperMetric.PRECISION.name(), edges.precision()));
        observations.add(new Observation(at, PaperMetric.RECALL.name(), edges.recall()));
        observations.add(new Observation(at, PaperMetric.ATTACK_F1.name(), edges.f1()));
        observations.add(new Observation(at, CALLED.name(), edges.predicted()));
        observations.add(new Observation(at, ACTUAL.name(), edges.actual()));
      }
    }
  }
}
