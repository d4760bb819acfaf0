package io.linkteller.inference;

import java.util.List;
import java.util.function.BiFunction;
import org.ejml.data.DMatrixRMaj;

/** A service that nodes can join, with a separate black box for queries about the graph itself. */
final class AnsweringService implements JoinableApi {

  private final JoinableApi service;
  private final InferenceApi graph;
  private final BiFunction<JoiningNodes, InferenceApi, InferenceApi> shown;

  AnsweringService(
      JoinableApi service,
      InferenceApi graph,
      BiFunction<JoiningNodes, InferenceApi, InferenceApi> shown) {
    this.service = service;
    this.graph = graph;
    this.shown = shown;
  }

  @Override
  public int nodeCount() {
    return service.nodeCount();
  }

  @Override
  public int featureCount() {
    return service.featureCount();
  }

  @Override
  public JoiningLimits limits() {
    return service.limits();
  }

  @Override
  public InferenceApi join(JoiningNodes nodes) {
    return shown.apply(nodes, service.join(nodes));
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return graph.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return graph.predictAll(queries);
  }

  @Override
  public int batchSize() {
    return graph.batchSize();
  }
}
