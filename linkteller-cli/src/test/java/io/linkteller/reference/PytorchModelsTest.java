package io.linkteller.reference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.Scratch;
import io.linkteller.models.statedict.ImportedModel;
import io.linkteller.models.statedict.PortMismatchException;
import io.linkteller.models.statedict.StateDict;
import io.linkteller.models.statedict.StateDictImport;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models that PyTorch trained on Cora, ported by their state dicts: {@code reference/pytorch}. */
class PytorchModelsTest {

  /** Cora, features divided by their row sums, and the logits of one model. */
  private record Golden(
      Dataset data, FeatureMatrix features, IntList nodes, DMatrixRMaj logits, StateDict dict) {

    static Golden of(String name) {
      Path folder = RealData.reference("pytorch");
      Dataset data = PlanetoidDataset.load(RealData.set("planetoid"), "cora");
      JsonNode json = json(folder.resolve("goldens.json")).get("models").get(name);
      IntList nodes = new IntArrayList();
      json.get("nodes").forEach(node -> nodes.add(node.asInt()));
      DMatrixRMaj logits = new DMatrixRMaj(nodes.size(), 7);
      for (int i = 0; i < logits.numRows; i++) {
        for (int c = 0; c < logits.numCols; c++) {
          logits.set(i, c, json.get("logits").get(i).get(c).asDouble());
        }
      }
      return new Golden(
          data,
          ((SparseFeatures) data.features()).normalizedByRow(),
          nodes,
          logits,
          StateDict.read(folder.resolve(name + ".npz")));
    }

    private static JsonNode json(Path file) {
      try {
        return new ObjectMapper().readTree(file.toFile());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    ImportedModel imported(String architecture, String name) {
      StateDictImport port = StateDictImport.of(architecture);
      if (name.equals("appnp")) {
        port = port.setting("steps", "4");
      }
      return port.read(dict);
    }

    GnnModel verified(String architecture, String name) {
      return imported(architecture, name).verifyAgainst(data.graph(), features, nodes, logits);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gcn, gcn",
    "gcn3, gcn",
    "sage, sage",
    "gin, gin",
    "gat, gat",
    "residual, deep-gcn",
    "appnp, appnp"
  })
  void importedModelsGiveTheLogitsOfPytorch(String name, String architecture) throws IOException {
    Golden golden = Golden.of(name);
    GnnModel model = golden.verified(architecture, name);
    Path file = Files.createTempFile(name, ".npz");
    try {
      ModelWeights.of(model, Optional.empty()).write(file);
      GnnModel again = ModelWeights.read(file).model();
      assertEquals(model.settings(), again.settings());
      for (String parameter : model.parameters().names()) {
        assertArrayEquals(
            model.parameters().get(parameter).data, again.parameters().get(parameter).data);
      }
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gcn, gcn",
    "sage, sage",
    "gin, gin",
    "gat, gat",
    "residual, deep-gcn",
    "appnp, appnp"
  })
  void changedRowsGiveWhatAFullPassGives(String name, String architecture) {
    Golden golden = Golden.of(name);
    GnnModel model = golden.verified(architecture, name);
    Program served = model.on(golden.data().graph(), Workers.all());
    Program full = model.on(golden.data().graph(), Workers.all());
    DMatrixRMaj base = served.predict(golden.features()).copy();
    IntList all = golden.data().graph().nodes();
    Scratch scratch = served.scratch();
    for (int v : golden.nodes()) {
      RowChanges changes = served.logitChanges(FeatureEdit.scaling(v, 1.5), all, scratch);
      DMatrixRMaj expected = full.predict(golden.features().edited(FeatureEdit.scaling(v, 1.5)));
      DMatrixRMaj actual = base.copy();
      for (int slot = 0; slot < changes.count(); slot++) {
        for (int c = 0; c < base.numCols; c++) {
          actual.add(changes.row(slot), c, changes.difference(slot)[c]);
        }
      }
      for (int i = 0; i < base.getNumElements(); i++) {
        assertEquals(expected.data[i], actual.data[i], 1e-11, "row " + i / base.numCols);
      }
      assertTrue(changes.count() > 0 && changes.count() < all.size(), changes.count() + " rows");
    }
  }

  @ParameterizedTest
  @CsvSource({"gcn, normalization, FIRST_ORDER_GCN", "appnp, steps, 5", "sage, aggregator, MAX"})
  void portsWithOtherLogitsAreRejected(String name, String setting, String value) {
    Golden golden = Golden.of(name);
    ImportedModel wrong = StateDictImport.of(name).setting(setting, value).read(golden.dict());
    var e =
        assertThrows(
            PortMismatchException.class,
            () ->
                wrong.verifyAgainst(
                    golden.data().graph(), golden.features(), golden.nodes(), golden.logits()));
    assertTrue(e.toString().contains(value), e.toString());
  }
}
