package io.linkteller.attack.compressed;

import java.util.List;

/** One way of asking queries whose answers are linear in the influences. */
interface Measurement {

  /**
   * Asks queries in which each node moves at random.
   *
   * @param queries the number of queries, at least {@link #leastQueries}
   * @return columns of Y = M R, {@link #numbersPerQuery} for each query, in order
   */
  List<Columns.Column> next(int queries);

  /**
   * Asks about some of the nodes as if there were no others: one query in which each moves at
   * random, and a base query where its answer is not known.
   *
   * @param members positions of nodes, ascending, at least one
   * @return the columns of the first; empty if this way of asking has none about parts
   */
  default List<Columns.Column> about(int[] members) {
    return List.of();
  }

  /** {@return the number of queries without which there are no further columns} */
  default int leastQueries() {
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

  /** {@return what is asked, for people} */
  String description();

  /** {@return what answers hold beside M R; it is projected away from the columns} */
  Coupling coupling();

  /**
   * Returns all columns again, after what a decoded M shows of the coupling; empty if this does not
   * change them.
   */
  default List<Columns.Column> again(double[] entries) {
    return List.of();
  }
}
