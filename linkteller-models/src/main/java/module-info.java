/**
 * Graph neural networks in pure Java: architectures ({@link io.linkteller.models.gcn}, {@link
 * io.linkteller.models.gat}, {@link io.linkteller.models.sage}, {@link io.linkteller.models.gin},
 * {@link io.linkteller.models.appnp}, {@link io.linkteller.models.mlp}) as {@linkplain
 * io.linkteller.models.program programs} of {@linkplain io.linkteller.models.operator operators},
 * their {@link io.linkteller.models.train training}, and the {@link io.linkteller.models.serve
 * owner} who serves them as a black box.
 */
module io.linkteller.models {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires npy;

  uses io.linkteller.models.architecture.Architecture;

  provides io.linkteller.models.architecture.Architecture with
      io.linkteller.models.appnp.Appnp,
      io.linkteller.models.gat.Gat,
      io.linkteller.models.gcn.DeepGcn,
      io.linkteller.models.gcn.Gcn,
      io.linkteller.models.gin.Gin,
      io.linkteller.models.mlp.Mlp,
      io.linkteller.models.rgcn.RelationalGcn,
      io.linkteller.models.sage.GraphSage;

  exports io.linkteller.models.aggregate;
  exports io.linkteller.models.appnp;
  exports io.linkteller.models.architecture;
  exports io.linkteller.models.audit;
  exports io.linkteller.models.gat;
  exports io.linkteller.models.gcn;
  exports io.linkteller.models.gin;
  exports io.linkteller.models.mlp;
  exports io.linkteller.models.numpy;
  exports io.linkteller.models.operator;
  exports io.linkteller.models.parameter;
  exports io.linkteller.models.program;
  exports io.linkteller.models.rgcn;
  exports io.linkteller.models.sage;
  exports io.linkteller.models.search;
  exports io.linkteller.models.serve;
  exports io.linkteller.models.statedict;
  exports io.linkteller.models.stealing;
  exports io.linkteller.models.train;
  exports io.linkteller.models.weights;
}
