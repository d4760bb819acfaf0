package io.linkteller.report.table;

/** Names of the key columns of the paper's tables, and of some of their values. */
public final class Columns {

  /** Data set: {@code RU}, {@code DE}, {@code FR}, {@code ENGB}, {@code PTBR}, {@code Cora}, ... */
  public static final String DATASET = "data set";

  /** Degree class: {@code low}, {@code unconstrained} or {@code high}. */
  public static final String DEGREE = "degree";

  /** Density belief: {@code k/4}, {@code k/2}, {@code k}, {@code 1.5k}, {@code 2k}, {@code 4k}. */
  public static final String BELIEF = "belief";

  /** Attack: {@code LinkTeller}, {@code LSA2-post}, {@code LSA2-attr}, {@code random}. */
  public static final String METHOD = "method";

  /** Served model: {@code GCN}, {@code MLP}, {@code EdgeRand}, {@code LapGraph}. */
  public static final String MODEL = "model";

  /** Privacy parameter ε: a number as the shortest decimal, or {@link #UNDEFENDED}. */
  public static final String EPSILON = "epsilon";

  /** Bin of degrees: {@code 1-5}, ..., {@code 50-}. */
  public static final String DEGREE_BIN = "degree bin";

  /** Number of queries or targets that the attacker may use. */
  public static final String QUERIES = "queries";

  /** Value of {@link #EPSILON} for models of the unperturbed graph. */
  public static final String UNDEFENDED = "none";

  /** In a {@link Pivot}: the metrics of a table, treated as a key column. */
  public static final String METRIC = "metric";

  private Columns() {}
}
