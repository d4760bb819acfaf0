package io.linkteller.models.architecture;

import java.util.List;

/** An architecture that declares its name, settings and names in state dicts once. */
public abstract class DeclaredArchitecture implements Architecture {

  private final String name;
  private final List<Setting<?>> settings;
  private final List<StateDictNames> stateDicts;

  /**
   * Creates the architecture.
   *
   * @param name the name in settings and files
   * @param settings the settings besides widths and dropout rates
   * @param stateDicts the names that PyTorch's libraries give the parameters, by library
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
