package io.linkteller.models.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected settings are those of the papers that {@link Preset} names. */
class PresetTest {

  @ParameterizedTest
  @CsvSource({
    "TWITCH, 'layers = 10,256,3', normalization = FIRST_ORDER_GCN",
    "PPI, 'layers = 10,256,3', normalization = FIRST_ORDER_GCN",
    "FLICKR, 'layers = 10,256,3', normalization = AUG_NORM_ADJ",
    "TWITCH_MLP, 'layers = 10,256,3', dropout = 0.5",
    "TWITCH_3_LAYERS, 'layers = 10,64,64,3', normalization = FIRST_ORDER_GCN",
    "PPI_GAT, 'layers = 10,256,256,3', heads = 6",
    "FLICKR_GAT, 'layers = 10,256,3', heads = 4",
    "KIPF, 'layers = 10,16,3', normalization = AUG_NORM_ADJ"
  })
  void aModelHasTheSettingsOfItsPaper(Preset preset, String layers, String setting) {
    String model = preset.model(10, 3, 1).toString();
    assertTrue(model.contains(layers), model);
    assertTrue(model.contains(setting), model);
  }

  @ParameterizedTest
  @CsvSource({"TWITCH, 200", "TWITCH_3_LAYERS, 50", "KIPF, 200"})
  void trainingHasTheEpochsOfItsPaper(Preset preset, int epochs) {
    assertEquals(epochs, preset.epochs());
  }
}
