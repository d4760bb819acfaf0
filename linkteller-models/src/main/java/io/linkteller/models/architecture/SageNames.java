package io.linkteller.models.architecture;

import io.linkteller.models.architecture.StateDictNames.Kind;
import java.util.List;

/** The parameter names of {@code SAGEConv} in PyTorch Geometric and DGL. */
final class SageNames {

  private static final StateDictNames TORCH_GEOMETRIC =
      StateDictNames.layer()
          .weight("N", "lin_l.weight")
          .entry(Kind.OPTIONAL_WEIGHT, "W", "lin_r.weight")
          .bias("b", "lin_l.bias");

  private static final StateDictNames ROOT =
      StateDictNames.layer()
          .weight("N", "lin_rel.weight")
          .entry(Kind.OPTIONAL_WEIGHT, "W", "lin_root.weight")
          .bias("b", "lin_rel.bias")
          .asking(
              GraphSage.AGGREGATOR,
              "lin_rel and lin_root are used by GraphConv, which sums (aggregator=SUM), and by"
                  + " SAGEConv in PyTorch Geometric 1.4, which takes the mean (aggregator=MEAN)");

  private static final StateDictNames DGL =
      StateDictNames.layer()
          .weight("N", "fc_neigh.weight")
          .entry(Kind.OPTIONAL_WEIGHT, "W", "fc_self.weight")
          .bias("b", "bias");

  static final List<StateDictNames> ALL = List.of(TORCH_GEOMETRIC, ROOT, DGL);

  private SageNames() {}
}
