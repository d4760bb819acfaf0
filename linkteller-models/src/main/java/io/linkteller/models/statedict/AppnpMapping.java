package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;

/**
 * Maps models with {@code APPNP} of PyTorch Geometric or {@code APPNPConv} of DGL after linear
 * layers.
 */
public final class AppnpMapping implements StateDictMapping {

  /** Creates the mapping. */
  public AppnpMapping() {}

  @Override
  public String architecture() {
    return "appnp";
  }

  @Override
  public Found find(StateDict dict) {
    return LinearMapping.find(
        dict,
        Settings.of(architecture())
            .with("steps", new int[] {10})
            .with("teleport", 0.1)
            .with("normalization", "AUG_NORM_ADJ"));
  }
}
