package io.linkteller.dp;

import java.util.List;

/** The mechanisms of this module, as entries of the catalog. */
public final class StandardMechanisms implements MechanismProvider {

  /** {@link EdgeRand}: Algorithm 3 of the paper. */
  public static final MechanismType EDGE_RAND =
      new MechanismType("edgerand", "EdgeRand", EdgeRand::withEpsilon);

  /** {@link LapGraph}: Algorithm 4 of the paper. */
  public static final MechanismType LAP_GRAPH =
      new MechanismType("lapgraph", "LapGraph", LapGraph::withEpsilon);

  /** {@link TopMFilter}: Top-m Filter, which is not in the paper. */
  public static final MechanismType TOP_M_FILTER =
      new MechanismType("tmf", "TopMFilter", TopMFilter::withEpsilon);

  /** Creates the provider, for {@link java.util.ServiceLoader}. */
  public StandardMechanisms() {}

  @Override
  public List<MechanismType> mechanisms() {
    return List.of(EDGE_RAND, LAP_GRAPH, TOP_M_FILTER);
  }
}
