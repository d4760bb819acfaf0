package io.linkteller.models.architecture;

import io.linkteller.models.architecture.StateDictNames.Kind;
import java.util.List;

/** The parameter names of {@code GATConv} in PyTorch Geometric and DGL. */
final class GatNames {

  static final List<StateDictNames> ALL =
      List.of(
          names("lin.weight", "att_src", "att_dst", "res.weight", Kind.BIAS),
          // The next three entries are for PyTorch Geometric 2.0 to 2.2, version 1.7, and earlier
          // versions. The first two store the same map under two names.
          names("lin_src.weight", "att_src", "att_dst", "res.weight", Kind.BIAS)
              .entry(Kind.SHARED, "W", "lin_dst.weight"),
          names("lin_l.weight", "att_l", "att_r", "res.weight", Kind.BIAS)
              .entry(Kind.SHARED, "W", "lin_r.weight"),
          StateDictNames.layer()
              .entry(Kind.SECOND_HALF, Gat.HEADS, "aSrc", "att")
              .entry(Kind.FIRST_HALF, "aDst", "att")
              .entry(Kind.MATRIX, "W", "weight")
              .entry(Kind.BIAS, "b", "bias"),
          withWeights("lin.weight"),
          withWeights("lin_src.weight").entry(Kind.SHARED, "W", "lin_dst.weight"),
          names("fc.weight", "attn_l", "attn_r", "res_fc.weight", Kind.BIAS_OF_HEADS));

  private GatNames() {}

  private static StateDictNames names(
      String weight, String source, String destination, String skip, Kind bias) {
    return StateDictNames.layer()
        .entry(Kind.HEADS, Gat.HEADS, "aSrc", source)
        .entry(Kind.HEADS, "aDst", destination)
        .weight("W", weight)
        .entry(bias, "b", "bias")
        .entry(Kind.OPTIONAL_WEIGHT, Gat.SKIP, "S", skip);
  }

  /** Returns the names in PyTorch Geometric if each edge has one feature, its weight. */
  private static StateDictNames withWeights(String weight) {
    return names(weight, "att_src", "att_dst", "res.weight", Kind.BIAS)
        .weight("wEdge", "lin_edge.weight")
        .entry(Kind.HEADS, "aEdge", "att_edge")
        .with(Gat.EDGE_WEIGHTS, true);
  }
}
