package io.linkteller.models.search;

import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.train.Adam;
import io.linkteller.models.train.EarlyStopping;
import io.linkteller.models.train.Evaluation;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.Provenance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A grid search over the hyperparameters of a GCN, as the paper's authors did it: it trains a model
 * for every combination of learning rate, dropout rate, number of layers, hidden width and
 * normalization, and chooses the best one on the validation nodes. Candidates are trained in
 * parallel, each on one thread, so the table does not depend on the number of threads. Immutable.
 *
 * <pre>{@code
 * HyperparameterSearch.Result result =
 *     HyperparameterSearch.builder()
 *         .learningRates(0.01, 0.005)
 *         .hidden(64, 256)
 *         .build()
 *         .over(TrainingData.of(graph, x, labels).trainingOn(train).validatingOn(validation));
 * Gcn best = result.best().model();
 * }</pre>
 */
public final class HyperparameterSearch {

  private final List<Candidate> candidates;
  private final int epochs;
  private final double weightDecay;
  private final Optional<EarlyStopping> earlyStopping;
  private final EarlyStopping.Criterion criterion;
  private final long seed;
  private final Workers workers;

  private HyperparameterSearch(Builder builder) {
    List<Candidate> grid = new ArrayList<>();
    for (int layers : builder.layers) {
      for (Normalization normalization : builder.normalizations) {
        for (int hidden : builder.hidden) {
          for (double dropout : builder.dropouts) {
            for (double rate : builder.learningRates) {
              // A single layer has no hidden activations, so hidden width and dropout have no
              // effect.
              boolean single = layers == 1;
              grid.add(
                  new Candidate(
                      rate,
                      single ? 0 : dropout,
                      layers,
                      single ? builder.hidden.get(0) : hidden,
                      normalization));
            }
          }
        }
      }
    }
    this.candidates = List.copyOf(new LinkedHashSet<>(grid));
    this.epochs = builder.epochs;
    this.weightDecay = builder.weightDecay;
    this.earlyStopping = builder.earlyStopping;
    this.criterion = builder.criterion;
    this.seed = builder.seed;
    this.workers = builder.workers;
  }

  /**
   * Returns a builder that starts from the whole grid: learning rates 0.01, 0.005, 0.001; dropout
   * rates 0.1, 0.3, 0.5; one to three layers; hidden widths 64, 128, 256, 512; all normalizations;
   * 200 epochs with weight decay 5e-4; choice by score.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the candidates in the order of the table, unmodifiable} */
  public List<Candidate> candidates() {
    return candidates;
  }

  /**
   * One row of the table.
   *
   * @param candidate the hyperparameters
   * @param model the trained model; empty if a loss or a parameter became NaN or infinite
   * @param validation the evaluation on the validation nodes; empty if there is no model
   * @param elapsed the training time
   */
  public record Trial(
      Candidate candidate,
      Optional<Gcn> model,
      Optional<Evaluation> validation,
      Duration elapsed) {}

  /**
   * The best candidate.
   *
   * @param candidate the hyperparameters
   * @param model the trained model
   * @param validation the evaluation on the validation nodes
   */
  public record Best(Candidate candidate, Gcn model, Evaluation validation) {}

  /**
   * The result of a search.
   *
   * @param best the best candidate; in case of ties the first one
   * @param table all candidates, in order; unmodifiable
   */
  public record Result(Best best, List<Trial> table) {}

  /**
   * Trains every candidate. Interrupting the thread cancels the search before the next epoch; the
   * interrupt stays set.
   *
   * @param data the training and validation data
   * @return the best candidate and the table of all candidates
   * @throws IllegalArgumentException if there are no validation nodes
   * @throws ArithmeticException if the loss of every candidate became NaN or infinite
   * @throws CancellationException if the thread is interrupted, before or during the search
   */
  public Result over(TrainingData data) {
    if (data.validation().isEmpty()) {
      throw new IllegalArgumentException("a search needs validation nodes");
    }
    TrainingData recorded = data.withProvenance(data.choosing(Provenance.Use.HYPERPARAMETERS));
    List<Trial> table = unlessInterrupted(cancelled -> trials(recorded, cancelled));
    Comparator<Best> worse =
        criterion == EarlyStopping.Criterion.LOSS
            ? Comparator.comparingDouble((Best b) -> -b.validation().loss())
            : Comparator.comparingDouble((Best b) -> b.validation().score());
    Best best =
        table.stream()
            .filter(trial -> trial.validation().stream().allMatch(v -> Double.isFinite(v.loss())))
            .flatMap(
                trial ->
                    trial.model().stream()
                        .map(
                            model ->
                                new Best(
                                    trial.candidate(), model, trial.validation().orElseThrow())))
            // Strict comparison, so that the first of equal candidates is chosen.
            .reduce((a, b) -> worse.compare(b, a) > 0 ? b : a)
            .orElseThrow(
                () ->
                    new ArithmeticException(
                        "the loss of all "
                            + candidates.size()
                            + " candidates became NaN or infinite"));
    return new Result(best, table);
  }

  /**
   * Runs the search on a separate thread while the calling thread waits. An interrupt of the
   * calling thread sets a flag that all training threads check before each epoch.
   */
  private static <T> T unlessInterrupted(Function<BooleanSupplier, T> work) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the search was interrupted before it began");
    }
    AtomicBoolean cancelled = new AtomicBoolean();
    FutureTask<T> task = new FutureTask<>(() -> work.apply(cancelled::get));
    Thread thread = new Thread(task, "linkteller-search");
    thread.setDaemon(true);
    thread.start();
    try {
      while (true) {
        try {
          T done = task.get();
          if (cancelled.get()) {
            throw new CancellationException("the search was interrupted at its end");
          }
          return done;
        } catch (InterruptedException e) {
          // Keep waiting until no thread reads the caller's data any more.
          cancelled.set(true);
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } finally {
      if (cancelled.get()) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<Trial> trials(TrainingData data, BooleanSupplier cancelled) {
    AtomicReferenceArray<Trial> trials = new AtomicReferenceArray<>(candidates.size());
    workers.forRows(
        candidates.size(),
        1,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            trials.set(i, tried(candidates.get(i), data, cancelled));
          }
        });
    List<Trial> table = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      table.add(trials.get(i));
    }
    return List.copyOf(table);
  }

  private Trial tried(Candidate candidate, TrainingData data, BooleanSupplier cancelled) {
    long start = System.nanoTime();
    Trainer.Builder trainer =
        Trainer.builder()
            .epochs(epochs)
            .optimizer(Adam.withLearningRate(candidate.learningRate()).withWeightDecay(weightDecay))
            .seed(seed)
            .cancelledWhen(cancelled)
            .parallelism(1);
    earlyStopping.ifPresent(trainer::earlyStopping);
    try {
      Gcn untrained = candidate.model(data.features().cols(), data.labels().classCount(), seed);
      TrainingRun<Gcn> run = trainer.build().train(untrained, data);
      if (run.ending() == TrainingRun.Ending.CANCELLED) {
        throw new CancellationException("the search was interrupted");
      }
      return new Trial(
          candidate,
          Optional.of(run.model()),
          Optional.of(run.validations().get(run.modelEpoch() - 1)),
          run.elapsed());
    } catch (ArithmeticException e) {
      return new Trial(
          candidate,
          Optional.empty(),
          Optional.empty(),
          Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /** Builds a {@link HyperparameterSearch}. Not safe for use by several threads. */
  public static final class Builder {

    private List<Double> learningRates = List.of(0.01, 0.005, 0.001);
    private List<Double> dropouts = List.of(0.1, 0.3, 0.5);
    private List<Integer> layers = List.of(1, 2, 3);
    private List<Integer> hidden = List.of(64, 128, 256, 512);
    private Set<Normalization> normalizations =
        new LinkedHashSet<>(List.of(Normalization.values()));
    private int epochs = 200;
    private double weightDecay = 5e-4;
    private Optional<EarlyStopping> earlyStopping = Optional.empty();
    private EarlyStopping.Criterion criterion = EarlyStopping.Criterion.SCORE;
    private long seed;
    private Workers workers = Workers.all();

    private Builder() {}

    /**
     * Sets the learning rates.
     *
     * @param rates the learning rates, at least one, each positive and finite
     * @return this builder
     * @throws IllegalArgumentException if there is none, or one is out of range
     */
    public Builder learningRates(double... rates) {
      List<Double> checked = new ArrayList<>();
      for (double rate : rates) {
        Adam.withLearningRate(rate);
        checked.add(rate);
      }
      this.learningRates = some("learning rate", checked);
      return this;
    }

    /**
     * Sets the dropout rates of hidden activations.
     *
     * @param rates the dropout rates, at least one, each in [0, 1)
     * @return this builder
     * @throws IllegalArgumentException if there is none, or one is out of range
     */
    public Builder dropouts(double... rates) {
      List<Double> checked = new ArrayList<>();
      for (double rate : rates) {
        Gcn.builder().dropout(rate);
        checked.add(rate);
      }
      this.dropouts = some("dropout", checked);
      return this;
    }

    /**
     * Sets the numbers of layers.
     *
     * @param counts the numbers of layers, at least one, each at least 1
     * @return this builder
     * @throws IllegalArgumentException if there is none, or one is below 1
     */
    public Builder layers(int... counts) {
      this.layers = positive("number of layers", counts);
      return this;
    }

    /**
     * Sets the hidden widths.
     *
     * @param widths the hidden widths, at least one, each at least 1
     * @return this builder
     * @throws IllegalArgumentException if there is none, or one is below 1
     */
    public Builder hidden(int... widths) {
      this.hidden = positive("hidden width", widths);
      return this;
    }

    /**
     * Sets the normalizations.
     *
     * @param some the normalizations, at least one
     * @return this builder
     * @throws IllegalArgumentException if there is none
     */
    public Builder normalizations(Normalization... some) {
      this.normalizations = new LinkedHashSet<>(some("normalization", List.of(some)));
      return this;
    }

    private static List<Integer> positive(String what, int[] numbers) {
      List<Integer> checked = new ArrayList<>();
      for (int number : numbers) {
        if (number < 1) {
          throw new IllegalArgumentException(what + " " + number + " is below 1");
        }
        checked.add(number);
      }
      return some(what, checked);
    }

    private static <T> List<T> some(String what, List<T> values) {
      if (values.isEmpty()) {
        throw new IllegalArgumentException("at least one " + what + " is required");
      }
      return List.copyOf(values);
    }

    /**
     * Sets the number of epochs of each candidate.
     *
     * @param epochs the number of epochs, at least 1; default 200
     * @return this builder
     * @throws IllegalArgumentException if {@code epochs} is below 1
     */
    public Builder epochs(int epochs) {
      Trainer.builder().epochs(epochs);
      this.epochs = epochs;
      return this;
    }

    /**
     * Sets the weight decay of each candidate.
     *
     * @param decay λ, at least 0 and finite; default 5e-4
     * @return this builder
     * @throws IllegalArgumentException if {@code decay} is out of range
     */
    public Builder weightDecay(double decay) {
      Trainer.builder().weightDecay(decay);
      this.weightDecay = decay;
      return this;
    }

    /**
     * Enables early stopping. The criterion of the rule also decides between candidates.
     *
     * @param rule the rule; by default every candidate runs all epochs
     * @return this builder
     */
    public Builder earlyStopping(EarlyStopping rule) {
      this.earlyStopping = Optional.of(rule);
      this.criterion = rule.criterion();
      return this;
    }

    /**
     * Sets the seed of initial parameters and dropout, the same for every candidate.
     *
     * @param seed the seed; default 0
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Sets the number of candidates that are trained in parallel. The result does not depend on it.
     *
     * @param threads the number of threads, at least 1; default the number of processors
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder parallelism(int threads) {
      this.workers = Workers.of(threads);
      return this;
    }

    /** {@return a search with the current settings} */
    public HyperparameterSearch build() {
      return new HyperparameterSearch(this);
    }
  }
}
