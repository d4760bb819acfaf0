package io.linkteller.attack.compressed;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Makes an influence matrix M symmetric. M is a multiple of Â^k, which equals T S T^(-1) with a
 * symmetric S and a positive diagonal T. A weighted least-squares fit of log M_vu - log M_uv = x_v
 * - x_u yields x, and log T = x/2 up to a constant for each connected component.
 */
final class Balance {

  private Balance() {}

  /**
   * Returns the connected components of the targets, where two targets are connected if they
   * influence each other by more than twice the floor. Each component is in ascending order.
   */
  static List<int[]> components(int n, double[] m, double floor) {
    int[] label = new int[n];
    Arrays.fill(label, -1);
    List<int[]> components = new ArrayList<>();
    for (int start = 0; start < n; start++) {
      if (label[start] >= 0) {
        continue;
      }
      IntArrayList members = IntArrayList.of(start);
      label[start] = components.size();
      for (int i = 0; i < members.size(); i++) {
        int v = members.getInt(i);
        for (int u = 0; u < n; u++) {
          if (label[u] < 0 && m[v * n + u] > 2 * floor && m[u * n + v] > 2 * floor) {
            label[u] = components.size();
            members.add(u);
          }
        }
      }
      int[] component = members.toIntArray();
      Arrays.sort(component);
      components.add(component);
    }
    return components;
  }

  /**
   * Balances a component.
   *
   * @return a symmetric matrix with one row for each node of the component
   */
  static DMatrixRMaj symmetric(int n, double[] m, double floor, int[] component) {
    int size = component.length;
    double[] x = potentials(n, m, floor, component);
    DMatrixRMaj s = new DMatrixRMaj(size, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double scale = Math.exp((x[j] - x[i]) / 2);
        double half = m[component[i] * n + component[j]] * scale / 2;
        s.data[i * size + j] += half;
        s.data[j * size + i] += half;
      }
    }
    return s;
  }

  /**
   * Returns x, which is 0 for the first node of the component. Each equation is weighted by its
   * inverse variance, assuming equal errors in all entries.
   */
  private static double[] potentials(int n, double[] m, double floor, int[] component) {
    int size = component.length;
    double[] x = new double[size];
    if (size == 1) {
      return x;
    }
    DMatrixRMaj laplacian = new DMatrixRMaj(size - 1, size - 1);
    DMatrixRMaj drift = new DMatrixRMaj(size - 1, 1);
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        double there = m[component[i] * n + component[j]];
        double back = m[component[j] * n + component[i]];
        if (!(there > floor && back > floor)) {
          continue;
        }
        double weight = there * back / (there / back + back / there);
        double difference = weight * (Math.log(there) - Math.log(back));
        if (i > 0) {
          laplacian.add(i - 1, i - 1, weight);
          laplacian.add(i - 1, j - 1, -weight);
          laplacian.add(j - 1, i - 1, -weight);
          drift.add(i - 1, 0, difference);
        }
        laplacian.add(j - 1, j - 1, weight);
        drift.add(j - 1, 0, -difference);
      }
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(size - 1);
    if (!solver.setA(laplacian)) {
      return x;
    }
    DMatrixRMaj solution = new DMatrixRMaj(size - 1, 1);
    solver.solve(drift, solution);
    System.arraycopy(solution.data, 0, x, 1, size - 1);
    return x;
  }
}
