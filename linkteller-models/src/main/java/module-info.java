/**
 * Graph neural networks in pure Java: architectures ({@link io.linkteller.models.gcn}, {@link
 * io.linkteller.models.gat}, {@link io.linkteller.models.sage}, {@link io.linkteller.models.gin},
 * {@link io.linkteller.models.appnp}, {@link io.linkteller.models.mlp}) on one {@link
 * io.linkteller.models.network}, their {@link io.linkteller.models.train training}, and the {@link
 * io.linkteller.models.serve owner} who serves them as a black box.
 */
module io.linkteller.models {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires npy;

  uses io.linkteller.models.architecture.Architecture;
  uses io.linkteller.models.statedict.StateDictMapping;

  provides io.linkteller.models.architecture.Architecture with
      io.linkteller.models.appnp.AppnpArchitecture,
      io.linkteller.models.gat.GatArchitecture,
      io.linkteller.models.gcn.DeepGcnArchitecture,
      io.linkteller.models.gcn.GcnArchitecture,
      io.linkteller.models.gin.GinArchitecture,
      io.linkteller.models.mlp.MlpArchitecture,
      io.linkteller.models.sage.GraphSageArchitecture;
  provides io.linkteller.models.statedict.StateDictMapping with
      io.linkteller.models.statedict.AppnpMapping,
      io.linkteller.models.statedict.DeepGcnMapping,
      io.linkteller.models.statedict.GatMapping,
      io.linkteller.models.statedict.GcnMapping,
      io.linkteller.models.statedict.GinMapping,
      io.linkteller.models.statedict.MlpMapping,
      io.linkteller.models.statedict.SageMapping;

  exports io.linkteller.models.aggregate;
  exports io.linkteller.models.appnp;
  exports io.linkteller.models.architecture;
  exports io.linkteller.models.audit;
  exports io.linkteller.models.gat;
  exports io.linkteller.models.gcn;
  exports io.linkteller.models.gin;
  exports io.linkteller.models.layer;
  exports io.linkteller.models.mlp;
  exports io.linkteller.models.network;
  exports io.linkteller.models.numpy;
  exports io.linkteller.models.parameter;
  exports io.linkteller.models.sage;
  exports io.linkteller.models.search;
  exports io.linkteller.models.serve;
  exports io.linkteller.models.statedict;
  exports io.linkteller.models.stealing;
  exports io.linkteller.models.train;
  exports io.linkteller.models.weights;
}
