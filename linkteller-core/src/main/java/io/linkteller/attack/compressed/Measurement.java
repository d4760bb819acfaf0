package io.linkteller.attack.compressed;

import java.util.List;

/** A kind of queries whose answers are linear in the influences. */
interface Measurement {

  /**
   * Sends queries in which each node moves at random.
   *
   * @param queries the number of queries, at least {@link #minQueries}
   * @return columns of Y = M R, {@link #numbersPerQuery} for each query, in order
   */
  List<Columns.Column> next(int queries);

  /**
   * Queries some of the nodes as if there were no others: one query in which each moves at random,
   * and a base query if its answer is not known.
   *
   * @param members positions of nodes, ascending, at least one
   * @return the columns of the first; empty if this measurement does not support subsets
   */
  default List<Columns.Column> about(int[] members) {
    return List.of();
  }

  /** {@return the minimum number of queries for further columns} */
  default int minQueries() {
    return 1;
  }

  /** {@return the number of columns that a query gives} */
  int numbersPerQuery();

  /** {@return the measured error of a column, as a share of its size} */
  double floor();

  /** {@return the sums of the rows of M; not copied} */
  double[] rowSums();

  /** {@return whether answers to equal features are equal for all nodes} */
  boolean rowsSumToOne();

  /** {@return a description of the queries} */
  String description();

  /** {@return the part of answers besides M R, which is projected away from the columns} */
  Coupling coupling();

  /**
   * Returns all columns again, corrected by the coupling that a decoded M shows; empty if this does
   * not change them.
   */
  default List<Columns.Column> again(double[] entries) {
    return List.of();
  }
}
