package io.linkteller.models.statedict;

import io.linkteller.models.architecture.Settings;

/** Maps multilayer perceptrons, which consist of linear layers. */
public final class MlpMapping implements StateDictMapping {

  /** Creates the mapping. */
  public MlpMapping() {}

  @Override
  public String architecture() {
    return "mlp";
  }

  @Override
  public Found find(StateDict dict) {
    return LinearMapping.find(dict, Settings.of(architecture()));
  }
}
