package io.linkteller.testkit.contract;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.testing.fixture.RandomMixing;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Black boxes with one defect each. */
final class BrokenApis {

  private BrokenApis() {}

  /** The contract for a black box over the correct model. */
  interface Wrapped extends InferenceApiContract {

    @Override
    default InferenceNodes nodes() {
      return RandomMixing.nodes();
    }
  }

  private static DMatrixRMaj correct(InferenceQuery query) {
    return new RandomMixing().predict(query);
  }

  static class IgnoresEdits implements Wrapped {
    @Override
    public InferenceApi api() {
      return query -> correct(query.with(FeatureEdit.none()));
    }
  }

  static class ReturnsTheFirstRowsForTheObserved implements Wrapped {
    @Override
    public InferenceApi api() {
      return query -> CommonOps_DDRM.extract(correct(query), 0, query.observed().size(), 0, 3);
    }
  }

  static class AnswersOneRowTooFew implements Wrapped {
    @Override
    public InferenceApi api() {
      return query -> {
        DMatrixRMaj answer = correct(query);
        return CommonOps_DDRM.extract(answer, 0, answer.numRows - 1, 0, 3);
      };
    }
  }

  static class ReturnsNanForScaledZero implements Wrapped {
    @Override
    public InferenceApi api() {
      return query -> {
        DMatrixRMaj answer = correct(query);
        if (query.edit() instanceof FeatureEdit.RowsScaled scaled && scaled.factor() == 0) {
          CommonOps_DDRM.fill(answer, Double.NaN);
        }
        return answer;
      };
    }
  }

  /** Keeps the edit of the previous query. */
  static class RemembersEdits implements Wrapped {
    @Override
    public InferenceApi api() {
      FeatureEdit[] last = {FeatureEdit.none()};
      return query -> {
        if (!query.edit().isEmpty()) {
          last[0] = query.edit();
        }
        return correct(query.edit().isEmpty() ? query.with(last[0]) : query);
      };
    }
  }

  static class AddsNoise implements Wrapped {
    @Override
    public InferenceApi api() {
      long[] asked = new long[1];
      return query -> {
        DMatrixRMaj answer = correct(query);
        answer.data[0] += 1e-4 * ++asked[0];
        return answer;
      };
    }
  }

  private abstract static class Batching implements InferenceApi {
    @Override
    public DMatrixRMaj predict(InferenceQuery query) {
      return correct(query);
    }

    @Override
    public int batchSize() {
      return 4;
    }
  }

  static class ReturnsOneMatrixForABatch implements Wrapped {
    @Override
    public InferenceApi api() {
      return new Batching() {
        private final DMatrixRMaj reused = new DMatrixRMaj(0, 0);

        @Override
        public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
          List<DMatrixRMaj> answers = new ArrayList<>();
          for (InferenceQuery query : queries) {
            reused.setTo(correct(query));
            answers.add(reused);
          }
          return answers;
        }
      };
    }
  }

  static class ReversesABatch implements Wrapped {
    @Override
    public InferenceApi api() {
      return new Batching() {
        @Override
        public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
          List<DMatrixRMaj> answers = new ArrayList<>();
          queries.forEach(query -> answers.add(0, correct(query)));
          return answers;
        }
      };
    }
  }

  /** Hands one matrix to all threads. */
  static class SharesItsAnswerBetweenThreads implements Wrapped {
    @Override
    public InferenceApi api() {
      DMatrixRMaj shared = new DMatrixRMaj(RandomMixing.NODES, 3);
      return query -> {
        shared.setTo(correct(query));
        Thread.sleep(2);
        return shared;
      };
    }
  }

  /** A model in which every node influences every other, although it claims two layers. */
  static class InfluencesEverything implements Theorem1 {
    @Override
    public InferenceApi serve(Graph graph) {
      return query -> {
        DMatrixRMaj answer = query.features().toDense();
        double sum = CommonOps_DDRM.elementSum(answer);
        CommonOps_DDRM.add(answer, 1e-6 * sum);
        return query.observedRows(answer);
      };
    }

    @Override
    public int hops() {
      return 2;
    }

    @Override
    public int featureCount() {
      return 2;
    }
  }

  /** A layer that claims to sum over neighbors but averages. */
  static class AveragesInsteadOfAdding implements Proposition1 {
    @Override
    public InferenceApi serve(Graph graph) {
      return query -> {
        DMatrixRMaj features = query.features().toDense();
        DMatrixRMaj answer = features.copy();
        for (int u = 0; u < graph.nodeCount(); u++) {
          for (int v : graph.neighbors(u)) {
            answer.add(u, 0, features.get(v, 0) / graph.degree(u));
          }
        }
        return answer;
      };
    }

    @Override
    public DMatrixRMaj weights() {
      return CommonOps_DDRM.identity(1);
    }

    @Override
    public double normalizedAdjacency(Graph graph, int u, int v) {
      return u == v || graph.hasEdge(u, v) ? 1 : 0;
    }
  }
}
