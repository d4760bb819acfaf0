package io.linkteller.models.architecture;

import java.util.List;

/**
 * A base class for architectures whose name, settings and state dict names are given to the
 * constructor.
 */
public abstract class DeclaredArchitecture implements Architecture {

  private final String name;
  private final List<Setting<?>> settings;
  private final List<StateDictNames> stateDicts;

  /**
   * Creates the architecture.
   *
   * @param name the name in settings and files
   * @param settings the settings other than widths and dropout rates
   * @param stateDicts the parameter names used by PyTorch libraries, one entry per library and
   *     variant
   */
  protected DeclaredArchitecture(
      String name, List<Setting<?>> settings, List<StateDictNames> stateDicts) {
    this.name = name;
    this.settings = List.copyOf(settings);
    this.stateDicts = List.copyOf(stateDicts);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<Setting<?>> settings() {
    return settings;
  }

  @Override
  public final List<StateDictNames> stateDicts() {
    return stateDicts;
  }
}
