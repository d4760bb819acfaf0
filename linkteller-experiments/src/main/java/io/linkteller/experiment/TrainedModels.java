package io.linkteller.experiment;

import io.linkteller.eval.cell.ResultKey;
import io.linkteller.file.AtomicFile;
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
 * A cache of trained models. Each model is trained once, when first requested, and its weights are
 * stored on disk as one {@code .npz} file per model. Thread-safe; requests for a model that is
 * being trained wait for it.
 */
public final class TrainedModels {

  private final Path directory;
  private final int threads;
  private final Map<ResultKey, Object> locks = new ConcurrentHashMap<>();

  private TrainedModels(Path directory, int threads) {
    this.directory = directory;
    this.threads = threads;
  }

  /**
   * Returns a cache.
   *
   * @param directory the directory of the weights; created if it does not exist
   * @param threads the number of threads that train a model, at least 1
   * @return the cache, with the models in the directory
   * @throws UncheckedIOException if the directory cannot be created
   */
  public static TrainedModels in(Path directory, int threads) {
    AtomicFile.createDirectories(directory);
    return new TrainedModels(directory, threads);
  }

  /**
   * Returns the number of threads that train a model.
   *
   * @return the number, on which no result depends
   */
  public int threads() {
    return threads;
  }

  /**
   * Returns a trained model, training it if necessary. A file that does not contain a model, such
   * as a truncated one, is renamed to end in {@code .damaged}, and the model is trained again.
   *
   * @param scenario the training data
   * @param recipe the model and its training
   * @param protection the protection of the training graph
   * @return the model
   * @throws ArithmeticException if training diverges
   * @throws UncheckedIOException if a file cannot be written or renamed
   */
  public GnnModel get(Scenario scenario, ModelRecipe recipe, Protection protection) {
    ResultKey key = key(scenario, recipe, protection);
    synchronized (locks.computeIfAbsent(key, k -> new Object())) {
      Path file = directory.resolve(key.fileName() + ".npz");
      if (Files.exists(file)) {
        try {
          return ModelWeights.read(file).model();
        } catch (WeightFormatException e) {
          setAside(file);
        }
      }
      GnnModel trained = train(scenario, recipe, protection);
      ModelWeights.of(trained, Optional.empty()).write(file);
      return trained;
    }
  }

  /**
   * Serves a trained model, training it if necessary.
   *
   * @param scenario the training data and served data
   * @param recipe the model and its training
   * @param protection the protection of both graphs
   * @return a single-threaded black box
   * @throws ArithmeticException if training diverges
   * @throws UncheckedIOException if a file cannot be written or renamed
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
          file + " contains no model and cannot be set aside: " + e + "; delete it to continue", e);
    }
  }

  private static ResultKey key(Scenario scenario, ModelRecipe recipe, Protection protection) {
    return protection.in(
        recipe.in(ResultKey.of("model").with("data", scenario.trainFingerprint())));
  }

  private GnnModel train(Scenario scenario, ModelRecipe recipe, Protection protection) {
    TrainingData data = ProtectedPipeline.of(scenario, protection).trainingData();
    GnnModel untrained = recipe.untrained(data.features().cols(), data.labels().classCount());
    return train(recipe.trainer().parallelism(threads).build(), untrained, data);
  }

  private static GnnModel train(Trainer trainer, GnnModel untrained, TrainingData data) {
    return trainer.train(untrained, data).model();
  }
}
