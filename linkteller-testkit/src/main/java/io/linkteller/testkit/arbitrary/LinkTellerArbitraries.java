package io.linkteller.testkit.arbitrary;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.privacy.GraphPerturber;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;

/**
 * Provides jqwik with arbitrary values of {@link Graph}, {@link NeighboringGraphPair}, {@link
 * FeatureMatrix}, {@link AttributedGraph}, {@link GnnModel}, {@link GraphPerturber} and {@link
 * GraphMechanism}. Registered as a service, so that parameters of these types need no provider.
 */
public final class LinkTellerArbitraries implements ArbitraryProvider {

  private static final Map<Class<?>, Function<TypeUsage, Arbitrary<?>>> ARBITRARIES =
      new LinkedHashMap<>();

  static {
    ARBITRARIES.put(Graph.class, type -> GraphArbitraries.graphs(min(type), max(type)));
    ARBITRARIES.put(
        NeighboringGraphPair.class,
        type -> GraphArbitraries.neighbors(Math.max(2, min(type)), max(type)));
    ARBITRARIES.put(
        FeatureMatrix.class,
        type ->
            GraphArbitraries.nodeCounts(Math.max(1, min(type)), max(type))
                .flatMap(rows -> FeatureArbitraries.any(rows, features(type))));
    ARBITRARIES.put(
        AttributedGraph.class,
        type -> FeatureArbitraries.withGraph(Math.max(1, min(type)), max(type), features(type)));
    ARBITRARIES.put(GnnModel.class, type -> ModelArbitraries.any(features(type)));
    ARBITRARIES.put(GraphPerturber.class, type -> MechanismArbitraries.perturbers());
    ARBITRARIES.put(GraphMechanism.class, type -> MechanismArbitraries.mechanisms());
  }

  /** Creates the provider, for {@link java.util.ServiceLoader}. */
  public LinkTellerArbitraries() {}

  private static int min(TypeUsage type) {
    return type.findAnnotation(NodeCount.class).map(NodeCount::min).orElse(1);
  }

  private static int max(TypeUsage type) {
    return type.findAnnotation(NodeCount.class).map(NodeCount::max).orElse(NodeCount.DEFAULT_MAX);
  }

  private static int features(TypeUsage type) {
    return type.findAnnotation(FeatureCount.class)
        .map(FeatureCount::value)
        .orElse(FeatureCount.DEFAULT);
  }

  @Override
  public boolean canProvideFor(TypeUsage targetType) {
    return ARBITRARIES.containsKey(targetType.getRawType());
  }

  @Override
  public Set<Arbitrary<?>> provideFor(TypeUsage targetType, SubtypeProvider subtypeProvider) {
    Function<TypeUsage, Arbitrary<?>> of = ARBITRARIES.get(targetType.getRawType());
    return of == null ? Set.of() : Set.of(of.apply(targetType));
  }
}
