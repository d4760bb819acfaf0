package io.linkteller.experiment.scenario;

import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.models.weights.WeightFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trains each model once, whichever cells and experiments need it, and keeps its weights: on disk,
 * a {@code .npz} file each, or in memory. May be used by several threads; who needs a model that is
 * being trained waits for it.
 */
public final class TrainedModels {

  private final Optional<Path> directory;
  private final int threads;
  private final Map<ResultKey, Object> locks = new ConcurrentHashMap<>();
  private final Map<ResultKey, GnnModel<?>> inMemory = new ConcurrentHashMap<>();

  private TrainedModels(Optional<Path> directory, int threads) {
    this.directory = directory;
    this.threads = threads;
  }

  /**
   * Keeps models for as long as the program runs.
   *
   * @param threads how many threads train a model, at least 1
   * @return no models yet
   */
  public static TrainedModels inMemory(int threads) {
    return new TrainedModels(Optional.empty(), threads);
  }

  /**
   * Keeps weights on disk.
   *
   * @param directory where to; created if it does not exist
   * @param threads how many threads train a model, at least 1
   * @return the models whose weights are there
   * @throws UncheckedIOException if the directory can't be created
   */
  public static TrainedModels in(Path directory, int threads) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("can't create " + directory + ": " + e, e);
    }
    return new TrainedModels(Optional.of(directory), threads);
  }

  /**
   * Returns how many threads train a model.
   *
   * @return the number, which no result depends on
   */
  public int threads() {
    return threads;
  }

  /**
   * Returns a trained model, training it if there is none. A file that holds no model, such as one
   * cut short, is renamed to end in {@code .damaged}, and the model is trained anew.
   *
   * @param scenario what it is trained on
   * @param recipe how
   * @param protection what protects the edges that it is trained on
   * @return the model
   * @throws ArithmeticException if training diverges
   * @throws UncheckedIOException if a file can't be written or set aside
   */
  public GnnModel<?> get(Scenario scenario, ModelRecipe recipe, Protection protection) {
    ResultKey key = key(scenario, recipe, protection);
    synchronized (locks.computeIfAbsent(key, k -> new Object())) {
      if (directory.isEmpty()) {
        return inMemory.computeIfAbsent(key, k -> train(scenario, recipe, protection));
      }
      Path file = directory.get().resolve(key.fileName() + ".npz");
      if (Files.exists(file)) {
        try {
          return ModelWeights.read(file).model();
        } catch (WeightFormatException e) {
          setAside(file);
        }
      }
      GnnModel<?> trained = train(scenario, recipe, protection);
      ModelWeights.of(trained, Optional.empty()).write(file);
      return trained;
    }
  }

  /**
   * Serves a trained model, training it if there is none.
   *
   * @param scenario what it is trained on, and what it serves
   * @param recipe how it is trained
   * @param protection what protects the edges of both
   * @return a black box of one thread
   * @throws ArithmeticException if training diverges
   * @throws UncheckedIOException if a file can't be written or set aside
   */
  public ServedModel serve(Scenario scenario, ModelRecipe recipe, Protection protection) {
    return ProtectedPipeline.of(scenario, protection).serve(get(scenario, recipe, protection), 1);
  }

  private static void setAside(Path file) {
    try {
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".damaged"),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(
          file + " holds no model and can't be set aside: " + e + "; delete it to go on", e);
    }
  }

  private static ResultKey key(Scenario scenario, ModelRecipe recipe, Protection protection) {
    return protection.in(
        recipe.in(ResultKey.of("model").with("data", scenario.trainFingerprint())));
  }

  private GnnModel<?> train(Scenario scenario, ModelRecipe recipe, Protection protection) {
    TrainingData data = ProtectedPipeline.of(scenario, protection).trainingData();
    GnnModel<?> untrained = recipe.untrained(data.features().cols(), data.labels().classCount());
    return train(recipe.trainer().parallelism(threads).build(), untrained, data);
  }

  private static <M extends GnnModel<M>> GnnModel<M> train(
      Trainer trainer, GnnModel<M> untrained, TrainingData data) {
    return trainer.train(untrained, data).model();
  }
}
