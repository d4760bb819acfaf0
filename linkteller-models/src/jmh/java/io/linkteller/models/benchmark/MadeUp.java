package io.linkteller.models.benchmark;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/** Random graphs, features and labels with the sizes of known data sets. */
enum MadeUp {
  /** 4,648 nodes, 59,382 edges, 3,170 sparse standardized features. */
  TWITCH_ES(4648, 59_382, 3170, 19, 2) {
    @Override
    FeatureMatrix features() {
      SparseFeatures sparse = sparse();
      return FeatureScaler.fit(sparse).transform(sparse);
    }
  },
  /** 89,250 nodes, 449,878 edges, 500 dense features. */
  FLICKR(89_250, 449_878, 500, 0, 7) {
    @Override
    FeatureMatrix features() {
      SplittableRandom random = new SplittableRandom(3);
      DMatrixRMaj x = new DMatrixRMaj(nodes, width);
      Arrays.setAll(x.data, i -> random.nextDouble(-1, 1));
      return FeatureMatrix.dense(x);
    }
  },
  /** 2,708 nodes, 5,278 edges, 1,433 sparse features. */
  CORA(2708, 5278, 1433, 18, 7) {
    @Override
    FeatureMatrix features() {
      return sparse();
    }
  };

  final int nodes;
  final int edges;
  final int width;
  final int perNode;
  final int classes;

  MadeUp(int nodes, int edges, int width, int perNode, int classes) {
    this.nodes = nodes;
    this.edges = edges;
    this.width = width;
    this.perNode = perNode;
    this.classes = classes;
  }

  abstract FeatureMatrix features();

  /** Draws endpoints as cubes of uniform numbers, which gives a few hubs and many leaves. */
  Graph graph() {
    SplittableRandom random = new SplittableRandom(1);
    int[] places = IntStream.range(0, nodes).toArray();
    for (int i = nodes - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = places[i];
      places[i] = places[j];
      places[j] = swap;
    }
    Graph.Builder graph = Graph.builder(nodes);
    LongOpenHashSet seen = new LongOpenHashSet();
    while (seen.size() < edges) {
      int u = places[(int) (nodes * Math.pow(random.nextDouble(), 3))];
      int v = places[random.nextInt(nodes)];
      if (u != v && seen.add((long) Math.min(u, v) * nodes + Math.max(u, v))) {
        graph.addEdge(u, v);
      }
    }
    return graph.build();
  }

  SparseFeatures sparse() {
    SplittableRandom random = new SplittableRandom(2);
    int[][] columns = new int[nodes][];
    for (int node = 0; node < nodes; node++) {
      columns[node] =
          random
              .ints(perNode, 0, width)
              .map(c -> (int) ((long) c * c / width))
              .distinct()
              .sorted()
              .toArray();
    }
    return SparseFeatures.ofOnes(width, columns);
  }

  Labels labels() {
    SplittableRandom random = new SplittableRandom(4);
    return Labels.single(random.ints(nodes, 0, classes).toArray(), classes);
  }
}
