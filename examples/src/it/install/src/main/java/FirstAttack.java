import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.List;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;

public class FirstAttack {

  /** The private edges. */
  static final Set<Set<Integer>> FRIENDS = Set.of(Set.of(0, 1), Set.of(1, 2), Set.of(3, 4));

  /** Stands in for a call to your model: a node's logit is the sum over itself and its friends. */
  static double[][] client(List<Integer> ids, double[][] features) {
    double[][] logits = new double[ids.size()][1];
    for (int i = 0; i < ids.size(); i++) {
      for (int j = 0; j < ids.size(); j++) {
        if (i == j || FRIENDS.contains(Set.of(ids.get(i), ids.get(j)))) {
          logits[i][0] += features[j][0];
        }
      }
    }
    return logits;
  }

  public static void main(String[] args) {
    InferenceApi api =
        query -> {
          double[][] features = query.features().toDense().get2DData();
          return new DMatrixRMaj(client(query.nodes(), features));
        };
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}, {3}, {4}, {5}}));
    LinkPrediction found = LinkTeller.attack(api, nodes, 0.3);
    found.edges().forEach(edge -> System.out.println(edge.u() + " - " + edge.v()));
  }
}
