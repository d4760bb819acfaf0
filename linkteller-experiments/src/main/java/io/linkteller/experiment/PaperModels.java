package io.linkteller.experiment;

import io.linkteller.models.train.Preset;

/** The models that the paper trains on each data set. */
final class PaperModels {

  private PaperModels() {}

  static Preset gcn(String name) {
    return switch (name) {
      case "PPI" -> Preset.PPI;
      case "Flickr" -> Preset.FLICKR;
      default -> DatasetDirectory.TWITCH.contains(name) ? Preset.TWITCH : Preset.KIPF;
    };
  }

  static Preset threeLayers(String name) {
    return requireTwitch(name, Preset.TWITCH_3_LAYERS);
  }

  static Preset mlp(String name) {
    // The paper does not state how its MLP for Flickr differs from that for twitch.
    return name.equals("Flickr") ? Preset.TWITCH_MLP : requireTwitch(name, Preset.TWITCH_MLP);
  }

  static Preset gat(String name) {
    return switch (name) {
      case "PPI" -> Preset.PPI_GAT;
      case "Flickr" -> Preset.FLICKR_GAT;
      default -> throw new IllegalArgumentException("the paper has no GAT on " + name);
    };
  }

  private static Preset requireTwitch(String name, Preset preset) {
    if (!DatasetDirectory.TWITCH.contains(name)) {
      throw new IllegalArgumentException("the paper has no " + preset + " on " + name);
    }
    return preset;
  }
}
