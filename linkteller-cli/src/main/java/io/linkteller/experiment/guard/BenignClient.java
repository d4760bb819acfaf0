package io.linkteller.experiment.guard;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceQuery;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Simulated clients of a model that are not attackers. Each client has a list of 20 to 500 nodes
 * and sends {@value #QUERIES} queries, about the number of working days in two months; one query in
 * five repeats the previous one.
 */
enum BenignClient {
  /** Features do not change. */
  SAME_FEATURES {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      // Nothing changes.
    }
  },
  /** Features do not change; each query is about a random tenth to nine tenths of the nodes. */
  PARTS_OF_THE_NODES {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      // Nothing changes.
    }

    @Override
    IntArrayList asked(int nodes, int query, SplittableRandom random) {
      IntArrayList order = shuffled(nodes, random);
      order.size(Math.max(2, (int) (random.nextDouble(0.1, 0.9) * nodes)));
      return order;
    }
  },
  /** Features do not change; queries are about three lists in turn. */
  THREE_LISTS {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      // Nothing changes.
    }

    @Override
    IntArrayList asked(int nodes, int query, SplittableRandom random) {
      return new IntArrayList(
          IntStream.range(0, nodes).filter(row -> row % 3 == query % 3).toArray());
    }
  },
  /** Features are recomputed for each query and differ by rounding. */
  RECOMPUTED {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      for (int i = 0; i < x.getNumElements(); i++) {
        x.data[i] += Math.ulp(x.data[i]) * random.nextInt(-2, 3);
      }
    }
  },
  /** All features are multiplied by a factor of a half to two, such as in other units. */
  OTHER_UNITS {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      CommonOps_DDRM.scale(random.nextDouble(0.5, 2), x);
    }
  },
  /**
   * All features drift between queries, by 0.1 to 30 % of their size depending on the client, and
   * by a factor that is lognormal with σ = 0.5 depending on the node.
   */
  ALL_DRIFT {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      for (int row = 0; row < x.numRows; row++) {
        double size = 1e-3 * Math.pow(300, rate) * Math.exp(0.5 * random.nextGaussian());
        move(x, row, pool, size, random);
      }
    }
  },
  /** The features of 3 to 20 % of the nodes, depending on the client, change. */
  SOME_CHANGE {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      double share = 0.03 + 0.17 * rate;
      for (int row = 0; row < x.numRows; row++) {
        if (random.nextDouble() < share) {
          move(x, row, pool, random.nextDouble(0.1, 1), random);
        }
      }
    }

    @Override
    int fewest() {
      return 200;
    }
  },
  /** The features of one to three fixed nodes of the client change in each query. */
  OWN_NODES {
    @Override
    void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random) {
      move(x, random.nextInt(1 + (int) (3 * rate)), pool, random.nextDouble(0.1, 1), random);
    }
  };

  /** The number of queries per client. */
  static final int QUERIES = 40;

  private static final int MOST = 500;

  private static final double REPEATED = 0.2;

  /** Changes the features between two queries. */
  abstract void step(DMatrixRMaj x, DMatrixRMaj pool, double rate, SplittableRandom random);

  /** Returns the rows of the client's list that a query is about. */
  IntArrayList asked(int nodes, int query, SplittableRandom random) {
    return new IntArrayList(IntStream.range(0, nodes).toArray());
  }

  /** Returns the smallest number of nodes of a client. */
  int fewest() {
    return 20;
  }

  /**
   * Returns the queries of one client.
   *
   * @param features the features of all nodes of the graph
   * @param random the source of all choices
   */
  List<InferenceQuery> queries(FeatureMatrix features, SplittableRandom random) {
    return queries(features, random.nextInt(fewest(), MOST + 1), false, random);
  }

  /**
   * Returns the queries of a client with a number of nodes, at least 3.
   *
   * @param features the features of all nodes of the graph
   * @param nodes the number of nodes of the client
   * @param towardsAny whether features change towards those of any node, or of the client's only
   * @param random the source of all choices
   */
  List<InferenceQuery> queries(
      FeatureMatrix features, int nodes, boolean towardsAny, SplittableRandom random) {
    double rate = random.nextDouble();
    IntArrayList list = shuffled(features.rows(), random);
    list.size(nodes);
    DMatrixRMaj x = features.selectRows(list).toDense();
    DMatrixRMaj pool = towardsAny ? features.toDense() : x.copy();
    List<InferenceQuery> queries = new ArrayList<>();
    while (queries.size() < QUERIES) {
      if (!queries.isEmpty() && random.nextDouble() < REPEATED) {
        queries.add(queries.get(queries.size() - 1));
        continue;
      }
      IntArrayList rows = asked(nodes, queries.size(), random);
      IntArrayList ids = new IntArrayList();
      rows.forEach(row -> ids.add(list.getInt(row)));
      queries.add(InferenceQuery.of(ids, FeatureMatrix.dense(x).selectRows(rows)));
      step(x, pool, rate, random);
    }
    return queries;
  }

  private static IntArrayList shuffled(int count, SplittableRandom random) {
    IntArrayList order = new IntArrayList(IntStream.range(0, count).toArray());
    IntLists.shuffle(order, new Random(random.nextLong()));
    return order;
  }

  /** Moves a row towards another node's features by a fraction of their difference. */
  private static void move(
      DMatrixRMaj x, int row, DMatrixRMaj pool, double share, SplittableRandom random) {
    int other = random.nextInt(pool.numRows);
    for (int col = 0; col < x.numCols; col++) {
      double before = x.get(row, col);
      x.set(row, col, before + share * (pool.get(other, col) - before));
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
