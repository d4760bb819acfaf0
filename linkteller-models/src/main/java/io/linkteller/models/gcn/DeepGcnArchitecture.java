package io.linkteller.models.gcn;

import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.layer.ActivationLayer;
import io.linkteller.models.layer.BatchNormalization;
import io.linkteller.models.layer.JumpingKnowledge;
import io.linkteller.models.layer.LayerNormalization;
import io.linkteller.models.layer.LinearLayer;
import io.linkteller.models.layer.Residual;
import io.linkteller.models.layer.Sequence;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import java.util.ArrayList;
import java.util.List;

/** The architecture of {@link DeepGcn}: graph convolutions between two linear layers. */
public final class DeepGcnArchitecture implements Architecture {

  static final String NAME = "deep-gcn";
  static final String NORMALIZATION = "normalization";
  static final String RESIDUAL = "residual";
  static final String NORM = "norm";
  static final String JUMP = "jump";

  /** Creates the architecture. */
  public DeepGcnArchitecture() {}

  static Settings settings(
      LayerPlan plan,
      Normalization normalization,
      boolean residual,
      DeepGcn.Norm norm,
      DeepGcn.Jump jump) {
    return plan.withDropout(
        plan.withLayers(Settings.of(NAME))
            .with(NORMALIZATION, normalization.name())
            .with(RESIDUAL, Boolean.toString(residual))
            .with(NORM, norm.name())
            .with(JUMP, jump.name()));
  }

  static Normalization normalization(Settings settings) {
    return settings.constant(NORMALIZATION, Normalization.class);
  }

  static boolean residual(Settings settings) {
    return settings.flag(RESIDUAL);
  }

  static DeepGcn.Norm norm(Settings settings) {
    return settings.constant(NORM, DeepGcn.Norm.class);
  }

  static DeepGcn.Jump jump(Settings settings) {
    return settings.constant(JUMP, DeepGcn.Jump.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  private static LayerPlan plan(Settings settings) {
    LayerPlan plan = LayerPlan.of(settings);
    if (plan.depth() < 3) {
      throw new IllegalArgumentException(
          "layers = "
              + plan.widths()
              + " must have at least 4 widths: a linear layer, a convolution and a linear layer");
    }
    boolean equal = residual(settings) || jump(settings) == DeepGcn.Jump.MAX;
    for (int l = 2; l < plan.depth(); l++) {
      if (equal && plan.widths().getInt(l) != plan.widths().getInt(1)) {
        throw new IllegalArgumentException(
            "layers = "
                + plan.widths()
                + " must have equal hidden widths for residual connections and for jump MAX");
      }
    }
    return plan;
  }

  /** Returns the width of the input of the last layer. */
  private static int joinedWidth(LayerPlan plan, DeepGcn.Jump jump) {
    int width = plan.widths().getInt(plan.depth() - 1);
    if (jump == DeepGcn.Jump.CONCAT) {
      width = 0;
      for (int l = 2; l < plan.depth(); l++) {
        width += plan.widths().getInt(l);
      }
    }
    return width;
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    settings.requireOnly(
        LayerPlan.LAYERS,
        NORMALIZATION,
        RESIDUAL,
        NORM,
        JUMP,
        LayerPlan.INPUT_DROPOUT,
        LayerPlan.DROPOUT);
    normalization(settings);
    LayerPlan plan = plan(settings);
    List<ParameterSpec> specs = new ArrayList<>();
    for (int l = 1; l <= plan.depth(); l++) {
      boolean last = l == plan.depth();
      int out = plan.widths().getInt(l);
      int in = last ? joinedWidth(plan, jump(settings)) : plan.widths().getInt(l - 1);
      specs.add(ParameterSpec.weight("W" + l, in, out));
      specs.add(ParameterSpec.bias("b" + l, out));
      if (l > 1 && !last) {
        String suffix = Integer.toString(l);
        switch (norm(settings)) {
          case NONE -> {}
          case BATCH -> specs.addAll(BatchNormalization.parameters(suffix, out));
          case LAYER -> specs.addAll(LayerNormalization.parameters(suffix, out));
        }
      }
    }
    return specs;
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    LayerPlan plan = plan(settings);
    Propagation propagation = Propagation.of(graph, normalization(settings));
    List<Layer> convolutions = new ArrayList<>();
    for (int l = 2; l < plan.depth(); l++) {
      Layer convolution = convolution(settings, plan, parameters, propagation, l);
      convolutions.add(residual(settings) ? new Residual(convolution) : convolution);
    }
    List<Stage> stages = new ArrayList<>();
    stages.add(new Stage(plan.inputDropout(), linear(parameters, 1), Activation.RELU));
    switch (jump(settings)) {
      case LAST ->
          convolutions.forEach(layer -> stages.add(new Stage(0, layer, Activation.IDENTITY)));
      case CONCAT -> stages.add(joined(convolutions, JumpingKnowledge.Join.CONCAT));
      case MAX -> stages.add(joined(convolutions, JumpingKnowledge.Join.MAX));
    }
    stages.add(new Stage(plan.dropout(), linear(parameters, plan.depth()), Activation.IDENTITY));
    return stages;
  }

  private static Stage joined(List<Layer> layers, JumpingKnowledge.Join join) {
    return new Stage(0, new JumpingKnowledge(layers, join), Activation.IDENTITY);
  }

  private static LinearLayer linear(Parameters parameters, int l) {
    return new LinearLayer(parameters.tensor("W" + l), parameters.tensor("b" + l));
  }

  private static Layer convolution(
      Settings settings, LayerPlan plan, Parameters parameters, Propagation propagation, int l) {
    Layer convolution =
        new GcnLayer(propagation, parameters.tensor("W" + l), parameters.tensor("b" + l));
    // The stage of the last layer applies the dropout of its own input.
    double dropout = l < plan.depth() - 1 ? plan.dropout() : 0;
    Layer activation = new ActivationLayer(Activation.RELU, plan.widths().getInt(l), dropout);
    String suffix = Integer.toString(l);
    return switch (norm(settings)) {
      case NONE -> new Sequence(convolution, activation);
      case BATCH ->
          new Sequence(convolution, BatchNormalization.of(parameters, suffix), activation);
      case LAYER ->
          new Sequence(convolution, LayerNormalization.of(parameters, suffix), activation);
    };
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new DeepGcn(settings, parameters);
  }
}
