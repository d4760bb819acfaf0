package io.linkteller.models.program;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Golden results of PyTorch in float64 on Zachary's karate club with two isolated nodes added. */
public final class ModelGoldens {

  private static final JsonNode ROOT = load();

  private ModelGoldens() {}

  private static JsonNode load() {
    try (InputStream json =
        Objects.requireNonNull(ModelGoldens.class.getResourceAsStream("/model-goldens.json"))) {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One case of the file.
   *
   * @param json the contents of the case
   */
  public record Case(JsonNode json) {

    public String name() {
      return json.get("name").asText();
    }

    public int[] widths() {
      return ints(json.get("dims"));
    }

    public GnnModel model() {
      return architecture().withParameters(parameters());
    }

    private GnnModel architecture() {
      return switch (json.get("model").asText()) {
        case "gcn" ->
            Gcn.builder().layers(widths()).with(Normalization.SETTING, normalization()).build();
        case "mlp" -> Mlp.builder().layers(widths()).build();
        case "gat" ->
            Gat.builder()
                .layers(widths())
                .with(Gat.HEADS, IntList.of(ints(json.get("heads"))))
                .with(Gat.SKIP, json.get("skip").asBoolean())
                .build();
        default -> throw new AssertionError(json.get("model"));
      };
    }

    private Normalization normalization() {
      return switch (json.get("normalization").asText()) {
        case "FirstOrderGCN" -> Normalization.FIRST_ORDER_GCN;
        case "AugNormAdj" -> Normalization.AUG_NORM_ADJ;
        case "BingGeNormAdj" -> Normalization.BING_GE_NORM_ADJ;
        case "AugRWalk" -> Normalization.AUG_RWALK;
        default -> throw new AssertionError(json.get("normalization"));
      };
    }

    public boolean isMultiLabel() {
      return json.get("loss_kind").asText().contains("binary");
    }

    public Labels labels() {
      return isMultiLabel() ? multiLabels() : singleLabels();
    }

    public Parameters parameters() {
      return parametersAt("params");
    }

    public Parameters parametersAt(String field) {
      Map<String, DMatrixRMaj> byName = new LinkedHashMap<>();
      json.get(field).properties().forEach(e -> byName.put(e.getKey(), matrix(e.getValue())));
      return Parameters.of(byName);
    }

    @Override
    public String toString() {
      return name();
    }
  }

  /** Returns all cases of the file, several for each architecture. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (String model : List.of("gcn", "mlp", "gat")) {
      List<Case> cases = cases(model);
      assertFalse(cases.isEmpty(), model);
      all.addAll(cases);
    }
    return all;
  }

  public static List<Case> cases(String model) {
    List<Case> cases = new ArrayList<>();
    ROOT.get("cases")
        .forEach(
            json -> {
              if (json.get("model").asText().equals(model)) {
                cases.add(new Case(json));
              }
            });
    return cases;
  }

  public static Graph graph() {
    Graph.Builder graph = Graph.builder(ROOT.get("nodes").asInt());
    ROOT.get("edges").forEach(e -> graph.addEdge(e.get(0).asInt(), e.get(1).asInt()));
    return graph.build();
  }

  public static DenseFeatures features() {
    return FeatureMatrix.dense(matrix(ROOT.get("features")));
  }

  private static Labels singleLabels() {
    int[] classes = ints(ROOT.get("labels_single"));
    return Labels.single(classes, 3);
  }

  private static Labels multiLabels() {
    JsonNode rows = ROOT.get("labels_multi");
    boolean[][] member = new boolean[rows.size()][];
    for (int i = 0; i < member.length; i++) {
      member[i] = new boolean[rows.get(i).size()];
      for (int c = 0; c < member[i].length; c++) {
        member[i][c] = rows.get(i).get(c).asInt() == 1;
      }
    }
    return Labels.multi(member);
  }

  /**
   * Converts a list of lists, a list as a single row, or a list of matrices placed side by side.
   */
  public static DMatrixRMaj matrix(JsonNode json) {
    if (json.get(0).get(0) != null && json.get(0).get(0).isArray()) {
      DMatrixRMaj sideBySide = matrix(json.get(0));
      for (int i = 1; i < json.size(); i++) {
        sideBySide = CommonOps_DDRM.concatColumns(sideBySide, matrix(json.get(i)), null);
      }
      return sideBySide;
    }
    if (!json.get(0).isArray()) {
      double[] row = doubles(json);
      return DMatrixRMaj.wrap(1, row.length, row);
    }
    DMatrixRMaj matrix = new DMatrixRMaj(json.size(), json.get(0).size());
    for (int r = 0; r < matrix.numRows; r++) {
      for (int c = 0; c < matrix.numCols; c++) {
        matrix.set(r, c, json.get(r).get(c).asDouble());
      }
    }
    return matrix;
  }

  public static double[] doubles(JsonNode json) {
    double[] numbers = new double[json.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = json.get(i).asDouble();
    }
    return numbers;
  }

  private static int[] ints(JsonNode json) {
    int[] numbers = new int[json.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = json.get(i).asInt();
    }
    return numbers;
  }
}
