package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarningNoticesTest {

  @TempDir Path directory;

  /** A ring of 12 nodes; columns have mean 0, so that node 3 stays zero when standardized. */
  private Cli.Run attack(String... more) throws IOException {
    StringBuilder edges = new StringBuilder("from,to\n");
    StringBuilder features = new StringBuilder("node,a,b\n");
    StringBuilder labels = new StringBuilder("node,label\n");
    int[] a = {1, 1, 1, 0, 1, 1, -1, -1, -1, -1, -1, 0};
    int[] b = {1, -1, 1, 0, -1, 1, -1, 1, -1, 1, 0, -1};
    for (int v = 0; v < 12; v++) {
      edges.append(v).append(',').append((v + 1) % 12).append('\n');
      features.append(v).append(',').append(a[v]).append(',').append(b[v]).append('\n');
      labels.append(v).append(',').append(v % 2).append('\n');
    }
    Files.writeString(directory.resolve("edges.csv"), edges);
    Files.writeString(directory.resolve("features.csv"), features);
    Files.writeString(directory.resolve("labels.csv"), labels);
    String[] fixed = {
      "attack", "--format", "csv", "--data", directory.toString(), "--hidden", "4", "--epochs", "3"
    };
    String[] args = java.util.Arrays.copyOf(fixed, fixed.length + more.length);
    System.arraycopy(more, 0, args, fixed.length, more.length);
    return Cli.run(args);
  }

  @Test
  void anAttackWarnsOnceOfNodesItCannotProbe() throws IOException {
    Cli.Run run = attack("--attack", "linkteller", "--repeat", "2", "--score", "paper").succeeded();
    assertEquals(
        "1 target has no features to scale, so probing it shows nothing: node 3",
        run.err().strip());
    assertFalse(run.out().contains("no features to scale"));
  }

  /** A warning may mean that the result is wrong, so {@code --quiet} does not hide it. */
  @Test
  void quietHidesRemarksButNotWarnings() throws IOException {
    Cli.Run loud = attack("--attack", "auto", "--score", "paper");
    Cli.Run quiet = attack("--attack", "auto", "--score", "paper", "--quiet").succeeded();
    assertTrue(loud.err().contains("--attack "), loud.err());
    assertFalse(quiet.err().contains("--attack "), quiet.err());
    assertTrue(
        attack("--attack", "linkteller", "-q").err().contains("no features to scale"), quiet.err());
  }

  @Test
  void anAttackThatChoosesFeaturesDoesNotWarn() throws IOException {
    Cli.Run run = attack("--attack", "linkteller", "--access", "nodes=whole-graph").succeeded();
    assertEquals("", run.err());
  }

  @Test
  void onlyTheFirstNodesAreListedButListenersReceiveAll() {
    StringWriter err = new StringWriter();
    IntList heard = new IntArrayList();
    AttackListener other =
        new AttackListener() {
          @Override
          public void onAnswer(int answered, int total) {
            heard.add(100 * answered + total);
          }

          @Override
          public void onWarning(AttackWarning warning) {
            heard.addAll(warning.nodes());
          }
        };
    Remarks remarks = Remarks.of(LinkTellerCommand.commandLine().getCommandSpec());
    AttackListener listener = new WarningNotices(new PrintWriter(err), remarks).before(other);
    IntList twelve = IntList.of(IntStream.range(0, 12).toArray());
    AttackWarning warning =
        new AttackWarning(AttackWarning.Kind.NO_FEATURES_TO_SCALE, "for the test", twelve);
    listener.onWarning(warning);
    listener.onWarning(warning);
    listener.onAnswer(1, 2);
    assertEquals(
        "12 targets have no features to scale, so probing them shows nothing: nodes 0, 1, 2,"
            + " 3, 4, 5, 6, 7, 8, 9 and 2 more",
        err.toString().strip());
    assertEquals(25, heard.size());
    assertEquals(102, heard.getInt(24));
  }
}
