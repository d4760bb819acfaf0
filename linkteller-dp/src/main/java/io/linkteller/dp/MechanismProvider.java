package io.linkteller.dp;

import java.util.List;

/**
 * Supplies mechanisms to the catalog. A provider has a public constructor without arguments and is
 * registered as a service: in {@code META-INF/services/io.linkteller.dp.MechanismProvider}, and by
 * {@code provides} in a module descriptor.
 */
@FunctionalInterface
public interface MechanismProvider {

  /**
   * Returns the mechanisms.
   *
   * @return one entry per mechanism, with distinct names
   */
  List<MechanismType> mechanisms();
}
