package io.linkteller.reference;

import io.linkteller.data.Dataset;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;

/** A connected part of Cora, on which queries of PyTorch models take a millisecond. */
public final class CoraNeighborhood {

  private CoraNeighborhood() {}

  /**
   * Returns the nodes that a breadth-first search from node 0 reaches first, with features divided
   * by their sum.
   *
   * @param cora Cora
   * @param nodes the number of nodes of each query
   * @param targets the number of targets, the nodes that are nearest to node 0
   */
  public static InferenceNodes of(Dataset cora, int nodes, int targets) {
    IntLinkedOpenHashSet reached = new IntLinkedOpenHashSet(new int[] {0});
    IntArrayFIFOQueue open = new IntArrayFIFOQueue();
    open.enqueue(0);
    while (reached.size() < nodes) {
      for (int v : cora.graph().neighbors(open.dequeueInt())) {
        if (reached.size() < nodes && reached.add(v)) {
          open.enqueue(v);
        }
      }
    }
    IntList asked = IntList.of(reached.toIntArray());
    SparseFeatures features = ((SparseFeatures) cora.features()).normalizedByRow();
    return InferenceNodes.of(asked, features.selectRows(asked))
        .targeting(asked.subList(0, targets));
  }
}
