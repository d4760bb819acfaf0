package io.linkteller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The simplest call is short enough to be read. Another JVM runs it, and its debugger interface
 * reports each method that is entered: constructors, static initializers and lambdas as well.
 */
class SimplestCallTest {

  /** What an attack found and what it predicts from it are a file each, so that both stay short. */
  private static final int MOST_FILES = 15;

  /** What the other JVM runs. */
  static final class FiveNodes {

    private FiveNodes() {}

    private static final DMatrixRMaj SUMS =
        new DMatrixRMaj(
            new double[][] {
              {1, 1, 0, 0, 0},
              {1, 1, 1, 0, 0},
              {0, 1, 1, 0, 0},
              {0, 0, 0, 1, 1},
              {0, 0, 0, 1, 1}
            });

    private static final InferenceApi API =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(5, 2);
          CommonOps_DDRM.mult(SUMS, query.features().toDense(), answer);
          return answer;
        };

    private static final InferenceNodes NODES =
        InferenceNodes.of(
            FeatureMatrix.dense(new double[][] {{1, 2}, {2, 1}, {0.5, 1}, {3, 1}, {1, 1}}));

    public static void main(String[] args) {
      attacked();
    }

    static LinkPrediction attacked() {
      return LinkTeller.attack(API, NODES, 0.3);
    }
  }

  @Test
  @Timeout(120)
  void theSimplestCallRunsMethodsOfFewSourceFiles() throws Exception {
    Set<String> files = filesThatRun();
    // The façade, the measurement, the score and the result: what a newcomer should meet.
    for (String expected :
        List.of("LinkTeller", "FeatureReweighting", "InfluenceMatrix", "PairScore")) {
      assertTrue(files.stream().anyMatch(file -> file.endsWith("." + expected)), files::toString);
    }
    assertFalse(files.size() > MOST_FILES, () -> files.size() + " files: " + files);
  }

  @Test
  void theSimplestCallIsTheAttackWithThePapersSettings() {
    LinkPrediction simple = FiveNodes.attacked();
    LinkPrediction built = LinkTeller.builder().build().run(FiveNodes.API, FiveNodes.NODES, 0.3);
    assertEquals(3, simple.edges().size());
    assertEquals(built.edges(), simple.edges());
    assertEquals(built.queries(), simple.queries());
    assertEquals(built.attack(), simple.attack());
  }

  /** Returns the top-level classes of ours whose methods run in the attack itself. */
  private static Set<String> filesThatRun() throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    argument(arguments, "options").setValue("-cp " + System.getProperty("java.class.path"));
    argument(arguments, "main").setValue(FiveNodes.class.getName());
    VirtualMachine machine = connector.launch(arguments);
    MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter("io.linkteller.*");
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    entries.enable();
    // Suspended when it ends, the program is there until all methods that it entered were asked
    // for.
    machine.eventRequestManager().createVMDeathRequest().enable();
    machine.resume();
    Set<String> files = new TreeSet<>();
    boolean attacking = false;
    for (boolean runs = true; runs; ) {
      EventSet events = machine.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof MethodEntryEvent entry) {
          attacking |= entry.method().name().equals("attacked");
          String file = file(entry.method().declaringType());
          if (attacking && !file.equals(SimplestCallTest.class.getName())) {
            files.add(file);
          }
        }
        runs &= !(event instanceof VMDisconnectEvent);
      }
      events.resume();
    }
    assertEquals(0, machine.process().waitFor());
    return files;
  }

  /** Returns the name of the top-level class, whose source file also holds nested ones. */
  private static String file(ReferenceType type) {
    int nested = type.name().indexOf('$');
    return nested < 0 ? type.name() : type.name().substring(0, nested);
  }

  private static Connector.Argument argument(
      Map<String, Connector.Argument> arguments, String name) {
    Connector.Argument argument = arguments.get(name);
    if (argument == null) {
      throw new AssertionError("the connector has no argument " + name);
    }
    return argument;
  }
}
