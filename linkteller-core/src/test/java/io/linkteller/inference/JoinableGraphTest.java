package io.linkteller.inference;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class JoinableGraphTest {

  private static final Graph PATH =
      Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();
  private static final FeatureMatrix X =
      FeatureMatrix.dense(new double[][] {{1, 0}, {2, 0}, {4, 0}, {8, 1}});

  /** Answers with the sum of the features of a node and its neighbors. */
  private static InferenceApi sums(Graph graph) {
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj answer = x.copy();
      graph.forEachEdge(
          (u, v) -> {
            for (int c = 0; c < x.numCols; c++) {
              answer.add(u, c, x.get(v, c));
              answer.add(v, c, x.get(u, c));
            }
          });
      return answer;
    };
  }

  private static JoinableGraph service(JoiningLimits limits) {
    return JoinableGraph.of(PATH, X, limits, JoinableGraphTest::sums);
  }

  private static InferenceQuery own(double[][] x) {
    return InferenceNodes.of(FeatureMatrix.dense(x)).query();
  }

  @Test
  void onlyOwnNodesGetAnswersAndTheySeeTheirNeighbors() throws Exception {
    JoiningNodes.Builder builder = JoiningNodes.builder();
    int leaf = builder.leafAt(3);
    int outer = builder.extend(builder.leafAt(1), 1);
    JoiningNodes nodes = builder.build();
    assertEquals(List.of(0, 2), List.of(leaf, outer));
    assertEquals(3, nodes.count());
    assertEquals(3, nodes.linkCount());
    assertEquals(2, nodes.linkCount(1));
    InferenceApi api = service(JoiningLimits.NONE).join(nodes);
    InferenceQuery query = own(new double[][] {{100, 0}, {200, 0}, {400, 5}});
    // Node 3 has the features (8, 1), node 1 has (2, 0).
    assertArrayEquals(new double[] {108, 1, 602, 5, 600, 5}, api.predict(query).data);
    InferenceQuery edited =
        query.with(FeatureEdit.replacing(1, new double[] {0, 7})).observing(IntList.of(0, 2));
    assertArrayEquals(new double[] {108, 1, 400, 12}, api.predict(edited).data);
    InferenceQuery scaled = query.with(FeatureEdit.scaling(2, 2)).observing(IntList.of(1));
    assertArrayEquals(new double[] {1002, 10}, api.predict(scaled).data);
    assertThrows(InferenceException.class, () -> api.predict(own(new double[][] {{1, 1}, {2, 2}})));
    assertThrows(
        InferenceException.class,
        () -> service(JoiningLimits.NONE).predict(InferenceNodes.of(X).query()));
  }

  @Test
  void earlierJoinsDoNotCountTowardTheLimit() {
    JoinableGraph service = service(JoiningLimits.NONE.withNodes(2).withLinksEach(1));
    service.join(chain(1));
    service.join(chain(1));
    assertEquals(4, service.nodeCount());
    assertThrows(InferenceException.class, () -> service.join(chain(2)));
    assertThrows(InferenceException.class, () -> service.join(chain(3)));
  }

  private static JoiningNodes chain(int length) {
    JoiningNodes.Builder nodes = JoiningNodes.builder();
    nodes.extend(nodes.leafAt(0), length - 1);
    return nodes.build();
  }

  @Test
  void impossibleLinksAreRefused() {
    JoiningNodes.Builder nodes = JoiningNodes.builder();
    int own = nodes.add();
    assertRefused(() -> nodes.link(own, -1));
    assertRefused(() -> nodes.link(1, 0));
    assertRefused(() -> nodes.linkOwn(own, own));
    nodes.link(own, 4);
    JoiningNodes outside = nodes.build();
    assertThrows(InferenceException.class, () -> service(JoiningLimits.NONE).join(outside));
    JoiningNodes.Builder twice = JoiningNodes.builder();
    twice.link(twice.leafAt(2), 2);
    JoiningNodes repeated = twice.build();
    assertThrows(InferenceException.class, () -> service(JoiningLimits.NONE).join(repeated));
    assertRefused(
        () -> JoinableGraph.of(Graph.empty(3), X, JoiningLimits.NONE, JoinableGraphTest::sums));
    assertRefused(() -> JoiningLimits.NONE.withNodes(-1));
  }
}
