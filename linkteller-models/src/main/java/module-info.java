/**
 * Graph neural networks in pure Java: {@linkplain io.linkteller.models.architecture architectures}
 * as {@linkplain io.linkteller.models.program programs} of {@linkplain
 * io.linkteller.models.operator operators}, their {@link io.linkteller.models.train training}, and
 * the {@link io.linkteller.models.serve owner} who serves them as a black box.
 */
module io.linkteller.models {
  requires static org.jspecify;
  requires transitive io.linkteller.core;

  uses io.linkteller.models.architecture.Architecture;

  provides io.linkteller.models.architecture.Architecture with
      io.linkteller.models.architecture.Appnp,
      io.linkteller.models.architecture.Gat,
      io.linkteller.models.architecture.DeepGcn,
      io.linkteller.models.architecture.Gcn,
      io.linkteller.models.architecture.Gin,
      io.linkteller.models.architecture.Mlp,
      io.linkteller.models.architecture.RelationalGcn,
      io.linkteller.models.architecture.GraphSage;

  exports io.linkteller.models.aggregate;
  exports io.linkteller.models.architecture;
  exports io.linkteller.models.audit;
  exports io.linkteller.models.numpy;
  exports io.linkteller.models.operator;
  exports io.linkteller.models.parameter;
  exports io.linkteller.models.program;
  exports io.linkteller.models.serve;
  exports io.linkteller.models.statedict;
  exports io.linkteller.models.train;
  exports io.linkteller.models.weights;
}
