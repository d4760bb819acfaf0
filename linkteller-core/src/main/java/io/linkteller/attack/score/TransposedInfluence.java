package io.linkteller.attack.score;

/**
 * The influences of later targets on earlier ones, grouped by the earlier: for target i, the
 * targets j > i that influence it, ascending.
 */
final class TransposedInfluence {

  private final int[] begins;
  private final int[] sources;
  private final double[] values;

  private TransposedInfluence(int[] begins, int[] sources, double[] values) {
    this.begins = begins;
    this.sources = sources;
    this.values = values;
  }

  static TransposedInfluence ofLaterTargets(InfluenceMatrix influences) {
    int n = influences.targetCount();
    int[] begins = new int[n + 1];
    for (int j = 0; j < n; j++) {
      InfluenceMatrix.Row row = influences.row(j);
      for (int e = 0; e < row.size() && row.position(e) < j; e++) {
        begins[row.position(e) + 1]++;
      }
    }
    for (int i = 0; i < n; i++) {
      begins[i + 1] = Math.addExact(begins[i + 1], begins[i]);
    }
    int[] at = begins.clone();
    int[] sources = new int[begins[n]];
    double[] values = new double[begins[n]];
    for (int j = 0; j < n; j++) {
      InfluenceMatrix.Row row = influences.row(j);
      for (int e = 0; e < row.size() && row.position(e) < j; e++) {
        int slot = at[row.position(e)]++;
        sources[slot] = j;
        values[slot] = row.value(e);
      }
    }
    return new TransposedInfluence(begins, sources, values);
  }

  int begin(int target) {
    return begins[target];
  }

  int source(int entry) {
    return sources[entry];
  }

  double value(int entry) {
    return values[entry];
  }
}
