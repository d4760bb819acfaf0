package io.linkteller.models.weights;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureScaler;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.architecture.UnknownArchitectureException;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import io.linkteller.privacy.Provenance;
import io.linkteller.testing.NumpyMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ModelWeightsTest {

  private static final GnnModel MODEL = Gcn.builder().layers(4, 3, 2).seed(5).build();

  @TempDir Path directory;

  @Test
  void weightsAndScalerAreReadAsTheyWereWritten() {
    Path file = directory.resolve("weights.npz");
    FeatureScaler scaler = FeatureScaler.of(new double[] {1, 2, 3, 4}, new double[] {1, 1, 2, 2});
    new ModelWeights(MODEL.parameters(), Optional.of(scaler), Optional.empty()).write(file);
    ModelWeights read = ModelWeights.read(file);
    assertEquals(Set.of("W1", "b1", "W2", "b2"), read.parameters().names());
    for (String name : MODEL.parameters().names()) {
      assertArrayEquals(MODEL.parameters().get(name).data, read.parameters().get(name).data);
    }
    assertArrayEquals(scaler.mean(), read.scaler().orElseThrow().mean());
    assertArrayEquals(scaler.deviation(), read.scaler().orElseThrow().deviation());
    GnnModel again = Gcn.ofParameters(read.parameters(), Normalization.AUG_NORM_ADJ);
    assertEquals(List.of(4, 2), List.of(again.inputWidth(), again.outputWidth()));
    assertEquals(2, LayerPlan.of(again.settings()).depth());
  }

  @Test
  void theMessageNamesAMissingFile() {
    Path file = directory.resolve("absent.npz");
    assertRefused(
        WeightFormatException.class,
        "absent.npz: the file does not exist",
        () -> ModelWeights.read(file));
  }

  @Test
  void aTruncatedFileIsRejected() throws IOException {
    Path file = directory.resolve("weights.npz");
    new ModelWeights(MODEL.parameters(), Optional.empty(), Optional.empty()).write(file);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length += 37) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThrows(WeightFormatException.class, () -> ModelWeights.read(file));
    }
  }

  /** The archive is intact, but an array in it is not. */
  @Test
  void theMessageNamesAnArrayOfTheWrongLength() throws IOException {
    Path array = directory.resolve("whole.npy");
    NumpyMatrix.write(array, new double[] {1, 0}, new double[] {1, 1});
    byte[] whole = Files.readAllBytes(array);
    for (int change : new int[] {-32, -8, -1, 1, 8}) {
      Path file = directory.resolve("cut.npz");
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
        zip.putNextEntry(new ZipEntry("W1.npy"));
        zip.write(Arrays.copyOf(whole, whole.length + change));
      }
      assertRefused(WeightFormatException.class, "W1.npy", () -> ModelWeights.read(file));
    }
  }

  @Test
  void theMessageNamesUnexpectedParameters() {
    Map<String, DMatrixRMaj> gap = new LinkedHashMap<>();
    for (String name : List.of("W1", "b1")) {
      gap.put(name, MODEL.parameters().get(name));
    }
    gap.put("W3", new DMatrixRMaj(3, 2));
    assertRefused("W3", () -> Gcn.ofParameters(Parameters.of(gap), Normalization.AUG_RWALK));
  }

  @Test
  void theMessageNamesAParameterOfTheWrongShape() {
    GnnModel other = Gcn.builder().layers(4, 5, 2).build();
    assertRefused("W1 is 4 x 3 but must be 4 x 5", () -> other.withParameters(MODEL.parameters()));
  }

  private static Parameters withOneMore(GnnModel model, String name) {
    Map<String, DMatrixRMaj> more = new LinkedHashMap<>();
    model.parameters().names().forEach(n -> more.put(n, model.parameters().get(n)));
    more.put(name, new DMatrixRMaj(1, 1));
    return Parameters.of(more);
  }

  private static void refused(String named, Executable call) {
    assertRefused(named, call);
  }

  @Test
  void everyArchitectureRejectsUnexpectedParameters() {
    GnnModel mlp = Mlp.builder().layers(4, 2).build();
    GnnModel gat = Gat.builder().layers(4, 3, 2).build();
    refused("unexpected parameters [W3]", () -> MODEL.withParameters(withOneMore(MODEL, "W3")));
    refused("unexpected parameters [b2]", () -> mlp.withParameters(withOneMore(mlp, "b2")));
    // The parameters of skip connections, in a model without them.
    refused("unexpected parameters [S1]", () -> gat.withParameters(withOneMore(gat, "S1")));
  }

  @Test
  void malformedBooleanSettingsAreRejected() {
    Settings settings = Gat.builder().layers(4, 3, 2).with(Gat.SKIP, true).build().settings();
    assertEquals(
        settings, GnnModel.untrained(new Gat(), settings, Initialization.GLOROT, 1).settings());
    for (String value : List.of("yes", "TRUE", "1", "")) {
      refused(
          "skip = " + value,
          () ->
              GnnModel.untrained(
                  new Gat(), settings.with("skip", value), Initialization.GLOROT, 1));
    }
  }

  @Test
  void unknownSettingsAreRejected() {
    Settings gat = Gat.builder().layers(4, 2).build().settings();
    refused(
        "[residual]",
        () ->
            GnnModel.untrained(new Gat(), gat.with("residual", "true"), Initialization.GLOROT, 1));
  }

  @Test
  void aScalerForAnotherNumberOfFeaturesIsRejected() {
    FeatureScaler three = FeatureScaler.of(new double[] {1, 2, 3}, new double[] {1, 1, 2});
    refused(
        "for 3 features, but the model has 4", () -> ModelWeights.of(MODEL, Optional.of(three)));
    Path mixed = directory.resolve("mixed.npz");
    NumpyArchiveWriter archive = new NumpyArchiveWriter();
    MODEL.parameters().names().forEach(name -> archive.add(name, MODEL.parameters().get(name)));
    StringBuilder text = new StringBuilder("format=1");
    MODEL.settings().byName().forEach((name, value) -> text.append("\n" + name + "=" + value));
    archive.add("mean", three.mean()).add("std", three.deviation());
    archive.add("settings", text.toString()).write(mixed);
    assertRefused(
        WeightFormatException.class,
        "for 3 features, but the model has 4",
        () -> ModelWeights.read(mixed));
  }

  @Test
  void aFileWithoutParametersIsRejected() {
    Path file = directory.resolve("scaler.npz");
    new NumpyArchiveWriter().add("mean", new double[] {1}).add("std", new double[] {1}).write(file);
    assertRefused(
        WeightFormatException.class, "there are no parameters", () -> ModelWeights.read(file));
    assertRefused(
        () -> new ModelWeights(Parameters.of(Map.of()), Optional.empty(), Optional.empty()));
  }

  @Test
  void aFileOfAnUnregisteredArchitectureIsNotReportedAsDamaged() {
    Path file = directory.resolve("theirs.npz");
    Settings theirs = Settings.of("nobodys").with("layers", 4, 2);
    new ModelWeights(MODEL.parameters(), Optional.empty(), Optional.of(theirs)).write(file);
    var e = assertThrows(UnknownArchitectureException.class, () -> ModelWeights.read(file));
    for (String named : List.of("theirs.npz", "nobodys", "gcn", "to the class path")) {
      assertTrue(e.toString().contains(named), e.toString());
    }
  }

  @Test
  void aFileRemembersTheGraphOnWhichItsModelWasTrained() {
    PrivacyGuarantee promise =
        new PrivacyGuarantee(
            "EdgeRand = \u03b5\n", 0.1, 1e-9, NeighboringGraphs.edges(3), NoiseSource.SECURE);
    Path file = directory.resolve("model.npz");
    for (Provenance provenance :
        List.of(
            Provenance.UNKNOWN,
            Provenance.UNTRAINED,
            Provenance.RAW,
            Provenance.PUBLIC.with(Provenance.Use.SPLIT),
            Provenance.ofView(Optional.of(promise)).with(Provenance.Use.EPSILON_CHOICE))) {
      GnnModel model = Gcn.builder().layers(3, 2, 2).build();
      GnnModel known = model.withParameters(model.parameters().withProvenance(provenance));
      ModelWeights.of(known, Optional.empty()).write(file);
      assertEquals(provenance, ModelWeights.read(file).model().parameters().provenance());
      new ModelWeights(known.parameters(), Optional.empty(), Optional.empty()).write(file);
      assertEquals(provenance, ModelWeights.read(file).parameters().provenance());
    }
  }

  @Test
  void aMalformedProvenanceIsRejected() {
    Path file = directory.resolve("model.npz");
    for (String text :
        List.of("origin=SECRET", "", "origin", "x=y", "origin=PROTECTED", "origin=%zz")) {
      new NumpyArchiveWriter().add("W1", new double[] {1, 2}).add("provenance", text).write(file);
      WeightFormatException e =
          assertThrows(WeightFormatException.class, () -> ModelWeights.read(file), text);
      assertTrue(e.toString().contains("model.npz"), e.toString());
    }
  }

  /** Written by Python in format 1, before files had a provenance. */
  @Test
  void aFileOfFormat1IsReadAndItsProvenanceIsUnknown() throws Exception {
    Path old = Path.of(Objects.requireNonNull(getClass().getResource("/numpy-gat.npz")).toURI());
    assertTrue(NumpyFile.readText(old, "settings").startsWith("format=1\n"));
    assertEquals(Provenance.UNKNOWN, ModelWeights.read(old).model().parameters().provenance());
  }

  /** Written when format 2 was new. */
  @Test
  void aFileOfFormat2IsReadWithItsProvenance() throws Exception {
    Path old =
        Path.of(Objects.requireNonNull(getClass().getResource("/weights-format-2.npz")).toURI());
    assertTrue(NumpyFile.readText(old, "settings").startsWith("format=2\n"));
    ModelWeights read = ModelWeights.read(old);
    PrivacyGuarantee guarantee =
        new PrivacyGuarantee(
            "GaussianAggregation", 2.5, 0x1p-20, NeighboringGraphs.edges(3), NoiseSource.SECURE);
    assertEquals(
        Provenance.ofView(Optional.of(guarantee)).with(Provenance.Use.EARLY_STOPPING),
        read.model().parameters().provenance());
    assertArrayEquals(
        new double[] {
          -0.1307489982640861, 0.2913390470252595, -0.30864087029607423, -0.46264299744852,
          -0.36031261546600934, -0.1378609355564539, 0.5606804624182985, 0.01281889501160094,
          -0.08492667837840179, 0.11944286416490058, -0.0571864386448897, -0.4195000136097973
        },
        read.model().parameters().get("W1").data);
    assertArrayEquals(new double[] {1, 1, 2, 2}, read.scaler().orElseThrow().deviation());
  }

  @Test
  void aFileOfALaterFormatIsRejectedWithItsFormat() {
    Path file = directory.resolve("model.npz");
    new NumpyArchiveWriter()
        .add("W1", new double[] {1, 2})
        .add("settings", "format=3\narchitecture=gcn")
        .write(file);
    WeightFormatException e =
        assertThrows(WeightFormatException.class, () -> ModelWeights.read(file));
    assertTrue(e.toString().contains("format 3"), e.toString());
    assertTrue(e.toString().contains("reads formats up to 2"), e.toString());
  }

  @Test
  void onlyTheirOwnerCanReadWeights() throws IOException {
    Path file = directory.resolve("model.npz");
    GnnModel model = Gcn.builder().layers(3, 2, 2).build();
    for (Provenance provenance : List.of(Provenance.RAW, Provenance.UNKNOWN, Provenance.PUBLIC)) {
      new ModelWeights(
              model.parameters().withProvenance(provenance), Optional.empty(), Optional.empty())
          .write(file);
      assertEquals(
          PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }
  }
}
