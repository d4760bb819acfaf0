package io.linkteller.cli.benchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.cli.benchmark.LeastWork.Sparse;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All expected numbers are counted by hand. */
final class LeastWorkTest {

  @Test
  void aSparseProductReadsItsEntriesAndGathersARowForEach() {
    // 2 entries in a 2 x 3 matrix: 2 values, 2 columns, 3 offsets; B is 3 x 2, the product 2 x 2.
    Work work = LeastWork.sparseProduct("S B", new Sparse(2, 3, 2), 2);

    assertEquals(2 * 8 + 2 * 4 + 3 * 4 + 6 * 8 + 4 * 8, work.bytes());
    assertEquals(2 * 2 * 2, work.operations());
    assertEquals(2, work.gathered());
    assertEquals(2, work.width());
    assertEquals(3 * 2 * 8, work.table());
    assertEquals(0, work.random());
  }

  @Test
  void aDenseProductReadsBothOperandsAndWritesTheProduct() {
    Work work = LeastWork.denseProduct("A B", 2, 3, 4);

    assertEquals(8 * (6 + 12 + 8), work.bytes());
    assertEquals(2 * 24, work.operations());
    assertEquals(0, work.gathered());
  }

  @Test
  void anEpochHasFourProductsWithTheGraphTwoWithTheFeaturesAndThreeDenseOnes() {
    Sparse adjacency = new Sparse(3, 3, 7);
    List<Work> epoch = LeastWork.gcnEpoch(adjacency, true, new Sparse(3, 5, 4), 6, 2);

    double graph = 2 * 2 * 7 * 6 + 2 * 2 * 7 * 2;
    double features = 2 * 2 * 4 * 6;
    double dense = 3 * 2 * 3 * 6 * 2;
    double loss = 3 * ((20 + 4) * 2 + 20);
    double adam = 16 * (5 * 6 + 6 + 6 * 2 + 2);
    assertEquals(
        graph + features + dense + loss + adam, epoch.stream().mapToDouble(Work::operations).sum());
    assertEquals(4 * 7 + 2 * 4, epoch.stream().mapToDouble(Work::gathered).sum());
  }

  @Test
  void attentionGathersOneRowOfAllHeadsPerEntry() {
    Work work = LeastWork.attention(new Sparse(3, 3, 7), 2, 4);

    assertEquals(7, work.gathered());
    assertEquals(8, work.width());
    assertEquals(3 * 8 * 8, work.table());
    // Scores of 3 nodes, softmax of 14 coefficients, 14 weighted rows of 4 numbers.
    assertEquals(4 * 3 * 8 + 14 * 24 + 2 * 14 * 4, work.operations());
    assertEquals(7 * 4 + 4 * 4 + 2 * 3 * 8 * 8, work.bytes());
  }

  @Test
  void aProbeReadsTheRowsOfANodeAndItsNeighborsAndReachesTheObservedAmongTheirs() {
    Graph path = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();

    Work work = LeastWork.probes(path, IntList.of(0, 2), 4, 2);

    // From node 0, the rows of 0 and 1 change; row 0 reaches node 0, row 1 reaches 0 and 2.
    assertEquals(2 * 2, work.gathered());
    assertEquals(4, work.width());
    assertEquals(3 * 4 * 8, work.table());
    assertEquals(2 * 3 * 12, work.bytes());
    assertEquals(4 * 4 * (3 + 2 * 2) + 2 * 6 * 2, work.operations());
  }
}
