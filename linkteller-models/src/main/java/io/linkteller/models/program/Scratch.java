package io.linkteller.models.program;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.matrix.LeftOperand;
import io.linkteller.models.operator.Changes;
import io.linkteller.models.operator.IncrementalOperator;
import io.linkteller.models.operator.RowChanges;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The buffers that one thread uses to propagate changes through a program. Each value that changes
 * has a buffer until the last step that reads it has run. Memory use is proportional to the number
 * of rows that change, plus an index of all rows for each of the few buffers in use at a time.
 */
public final class Scratch {

  private final Program program;
  private final @Nullable RowChanges[] changes;
  private final StepChanges[] views;
  private final Map<Integer, ArrayDeque<RowChanges>> free = new HashMap<>();

  // The edit and the observed rows of the current query.
  private IntList rows = IntList.of();
  private double growth;
  private @Nullable FeatureEdit edit;
  private IntList observed = IntList.of();
  private boolean derivative;

  Scratch(Program program) {
    this.program = program;
    this.changes = new RowChanges[program.steps.length];
    this.views = new StepChanges[program.steps.length];
    for (int v = 0; v < views.length; v++) {
      views[v] = new StepChanges(v);
    }
  }

  RowChanges follow(FeatureEdit change, IntList wanted) {
    // Scaling a row scales its products by the same factor, unless each result is rounded.
    boolean grows =
        change instanceof FeatureEdit.RowsScaled && program.precision == Precision.DOUBLE;
    growth = grows ? ((FeatureEdit.RowsScaled) change).factor() - 1 : Double.NaN;
    edit = change;
    derivative = false;
    return follow(ascending(change.rows()), wanted);
  }

  RowChanges followFactor(int row, IntList wanted) {
    growth = 1;
    edit = null;
    derivative = true;
    return follow(IntList.of(row), wanted);
  }

  private static IntList ascending(IntList rows) {
    for (int i = 1; i < rows.size(); i++) {
      if (rows.getInt(i) <= rows.getInt(i - 1)) {
        IntArrayList sorted = new IntArrayList(rows);
        sorted.sort(null);
        return IntImmutableList.of(sorted.toIntArray());
      }
    }
    return rows;
  }

  private RowChanges follow(IntList editedRows, IntList wanted) {
    rows = editedRows;
    observed = wanted;
    for (int v = 0; v < changes.length; v++) {
      give(v);
    }
    for (int v = 0; v < changes.length; v++) {
      Step step = program.steps[v];
      if (step.operator.isPresent() && step.varies && anyChanges(step)) {
        follow(v, step);
      }
    }
    RowChanges result = changes[program.output];
    if (result == null) {
      Step step = program.steps[program.output];
      result = step.isFeatures() ? ofFeatures() : borrow(step.shape.rows(), step.shape.cols());
      changes[program.output] = result;
    }
    return result;
  }

  private void follow(int v, Step step) {
    int first = step.inputs[0];
    RowChanges ofFirst = changes[first];
    boolean inPlace = ofFirst != null && step.inPlace;
    RowChanges out =
        inPlace && ofFirst != null ? ofFirst : borrow(step.shape.rows(), step.shape.cols());
    if (step.operator.get() instanceof IncrementalOperator operator) {
      operator.change(views[v], out);
    } else {
      program.fullPasses[v].follow(views[v], out);
    }
    if (!derivative && program.precision != Precision.DOUBLE) {
      for (int slot = 0; slot < out.count(); slot++) {
        program.precision.roundChange(
            step.output.data, out.row(slot) * out.width(), out.difference(slot), out.width());
      }
    }
    if (v != program.output) {
      out.sortByRow();
    }
    if (inPlace) {
      changes[first] = null;
    }
    for (int in : step.inputs) {
      if (program.steps[in].lastUse == v) {
        give(in);
      }
    }
    changes[v] = out;
  }

  private boolean anyChanges(Step step) {
    for (int in : step.inputs) {
      RowChanges of = changes[in];
      if (program.steps[in].isFeatures() ? !rows.isEmpty() : of != null && of.count() > 0) {
        return true;
      }
    }
    return false;
  }

  private RowChanges borrow(int matrixRows, int width) {
    RowChanges buffer = free.computeIfAbsent(matrixRows, n -> new ArrayDeque<>()).pollFirst();
    if (buffer == null) {
      buffer = new RowChanges(matrixRows);
    }
    buffer.clear(width);
    return buffer;
  }

  private void release(RowChanges buffer) {
    free.computeIfAbsent(buffer.matrixRows(), n -> new ArrayDeque<>()).addFirst(buffer);
  }

  /** Releases the buffer of a value, if there is one. */
  private void give(int v) {
    RowChanges buffer = changes[v];
    if (buffer != null) {
      release(buffer);
      changes[v] = null;
    }
  }

  /** Returns the changes of the features, which the first call in a query computes. */
  private RowChanges ofFeatures() {
    RowChanges known = changes[0];
    if (known == null) {
      LeftOperand x = program.input();
      known = borrow(x.rows(), x.cols());
      FeatureEdit change = edit;
      if (change == null) {
        x.copyRow(rows.getInt(0), known.add(rows.getInt(0)));
      } else {
        write(x, change, known);
      }
      known.sortByRow();
      changes[0] = known;
    }
    return known;
  }

  private void write(LeftOperand x, FeatureEdit change, RowChanges out) {
    double[] before = new double[x.cols()];
    boolean rounds = program.precision != Precision.DOUBLE;
    for (int i = 0; i < change.rows().size(); i++) {
      int row = change.rows().getInt(i);
      double[] difference = out.add(row);
      x.copyRow(row, before);
      if (change instanceof FeatureEdit.RowsScaled scaled) {
        for (int c = 0; c < before.length; c++) {
          difference[c] = before[c] * (scaled.factor() - 1);
        }
      } else if (change instanceof FeatureEdit.RowsReplaced replaced) {
        replaced.values().copyRow(i, difference);
        for (int c = 0; c < before.length; c++) {
          difference[c] -= before[c];
        }
      }
      if (rounds) {
        program.precision.roundChange(before, 0, difference, before.length);
      }
    }
  }

  /** The changes of the inputs of a step. */
  private final class StepChanges extends StepOperands implements Changes {

    private final int v;

    StepChanges(int v) {
      super(program, v);
      this.v = v;
    }

    private int id(int input) {
      return program.steps[v].inputs[input];
    }

    @Override
    public boolean isDerivative() {
      return derivative;
    }

    @Override
    public RowChanges of(int input) {
      int id = id(input);
      Step read = program.steps[id];
      if (read.isFeatures()) {
        return ofFeatures();
      }
      RowChanges known = changes[id];
      if (known == null) {
        // Kept until the value is no longer read, so that all calls return the same changes.
        known = borrow(read.shape.rows(), read.shape.cols());
        changes[id] = known;
      }
      return known;
    }

    @Override
    public double growth(int input) {
      return program.steps[id(input)].isFeatures() ? growth : Double.NaN;
    }

    @Override
    public IntList rows(int input) {
      if (program.steps[id(input)].isFeatures()) {
        return rows;
      }
      RowChanges of = of(input);
      int[] changed = new int[of.count()];
      for (int slot = 0; slot < changed.length; slot++) {
        changed[slot] = of.row(slot);
      }
      return IntList.of(changed);
    }

    @Override
    public boolean wantsAll() {
      return !program.steps[v].observedOnly;
    }

    @Override
    public IntList wanted() {
      return observed;
    }

    @Override
    public RowChanges borrow(int matrixRows, int width) {
      return Scratch.this.borrow(matrixRows, width);
    }

    @Override
    public void release(RowChanges buffer) {
      Scratch.this.release(buffer);
    }
  }
}
