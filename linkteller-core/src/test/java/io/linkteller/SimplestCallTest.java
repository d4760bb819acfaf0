package io.linkteller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.jupiter.api.Test;

/** Limits the number of source files that the simplest call runs, as measured by code coverage. */
class SimplestCallTest {

  /** The finding of an attack and its prediction are in separate files, to keep both short. */
  private static final int MAX_FILES = 15;

  /** The program whose source files are counted. */
  public static final class FiveNodes {

    private FiveNodes() {}

    private static final DMatrixRMaj SUMS =
        new DMatrixRMaj(
            new double[][] {
              {1, 1, 0, 0, 0},
              {1, 1, 1, 0, 0},
              {0, 1, 1, 0, 0},
              {0, 0, 0, 1, 1},
              {0, 0, 0, 1, 1}
            });

    private static final InferenceApi API =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(5, 2);
          CommonOps_DDRM.mult(SUMS, query.features().toDense(), answer);
          return answer;
        };

    private static final InferenceNodes NODES =
        InferenceNodes.of(
            FeatureMatrix.dense(new double[][] {{1, 2}, {2, 1}, {0.5, 1}, {3, 1}, {1, 1}}));

    public static LinkPrediction attacked() {
      return LinkTeller.attack(API, NODES, 0.3);
    }
  }

  @Test
  void theSimplestCallRunsFewSourceFiles() throws Exception {
    Set<String> files = filesThatRun();
    // A newcomer should meet the façade, the measurement, the influences and the score.
    for (String expected :
        List.of("LinkTeller", "FeatureReweighting", "InfluenceMatrix", "PairScore")) {
      assertTrue(files.stream().anyMatch(file -> file.endsWith("/" + expected)), files::toString);
    }
    assertFalse(files.size() > MAX_FILES, () -> files.size() + " files: " + files);
  }

  @Test
  void theSimplestCallUsesThePapersSettings() {
    LinkPrediction simple = FiveNodes.attacked();
    LinkPrediction built = LinkTeller.builder().build().run(FiveNodes.API, FiveNodes.NODES, 0.3);
    assertEquals(3, simple.edges().size());
    assertEquals(built.edges(), simple.edges());
    assertEquals(built.queries(), simple.queries());
    assertEquals(built.attack(), simple.attack());
  }

  /** Returns this project's top-level classes that run in the attack itself. */
  private static Set<String> filesThatRun() throws Exception {
    LoggerRuntime runtime = new LoggerRuntime();
    RuntimeData data = new RuntimeData();
    runtime.startup(data);
    Class<?> program =
        Class.forName(FiveNodes.class.getName(), true, new Instrumented(new Instrumenter(runtime)));
    data.reset();
    program.getDeclaredMethod("attacked").invoke(null);
    ExecutionDataStore covered = new ExecutionDataStore();
    data.collect(covered, new SessionInfoStore(), false);
    runtime.shutdown();
    Set<String> files = new TreeSet<>();
    for (ExecutionData each : covered.getContents()) {
      // A source file also contains nested classes.
      String file = each.getName().replaceAll("\\$.*", "");
      if (each.hasHits() && !file.endsWith("/SimplestCallTest")) {
        files.add(file);
      }
    }
    return files;
  }

  /** Loads this project's classes again, with probes for coverage. */
  private static final class Instrumented extends ClassLoader {

    private final Instrumenter instrumenter;

    Instrumented(Instrumenter instrumenter) {
      this.instrumenter = instrumenter;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.linkteller.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = instrumenter.instrument(Objects.requireNonNull(file), name);
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
