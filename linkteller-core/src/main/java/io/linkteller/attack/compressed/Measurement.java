package io.linkteller.attack.compressed;

import java.util.List;

/** A kind of query whose answers are linear in the influences. */
interface Measurement {

  /**
   * Sends queries in which each node moves at random.
   *
   * @param queries the number of queries, at least {@link #minQueries}
   * @return columns of Y = M R, in order: {@link #numbersPerQuery} for every {@link #minQueries}
   *     queries
   */
  List<Columns.Column> next(int queries);

  /**
   * Queries some of the nodes as if there were no others: with one query that moves each node at
   * random, and with the base query if its answer is not known yet.
   *
   * @param members positions of nodes, ascending, at least one
   * @return the columns of the query that moves the nodes; empty if this measurement does not
   *     support subsets
   */
  default List<Columns.Column> about(int[] members) {
    return List.of();
  }

  /** {@return the smallest number of queries that yields new columns} */
  default int minQueries() {
    return 1;
  }

  /** {@return the number of columns that {@link #minQueries} queries yield} */
  int numbersPerQuery();

  /** {@return the measured error of a column, as a share of its size} */
  double floor();

  /** {@return the sums of the rows of M, or ones if they are unknown; not copied} */
  double[] rowSums();

  /** {@return whether answers to equal features are equal for all nodes} */
  boolean rowsSumToOne();

  /** {@return a description of the queries} */
  String description();

  /** {@return the part of the answers other than M R, which is projected out of the columns} */
  Coupling coupling();

  /**
   * Returns all columns, recomputed with the coupling that a decoded M reveals; empty if they do
   * not change.
   */
  default List<Columns.Column> again(double[] entries) {
    return List.of();
  }
}
