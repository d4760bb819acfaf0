package io.linkteller.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * The paper's experiments by name, with the paper's settings, on the data sets that are present.
 */
public enum PaperExperiment implements ExperimentProvider {
  /** Precision and recall of three attacks on a two-layer GCN. */
  ATTACK_GCN("attack-gcn", gcnData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new InductiveAttack(
          label(),
          "Attacks on a GCN",
          attackOnGcn(prepared),
          prepared.models(),
          List.of(PaperTable.ATTACK_GCN));
    }
  },
  /** AUC of the same attacks. */
  AUC_GCN("auc-gcn", gcnData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new InductiveAttack(
          label(),
          "AUC of attacks on a GCN",
          attackOnGcn(prepared),
          prepared.models(),
          List.of(PaperTable.AUC_GCN));
    }
  },
  /** LinkTeller on a three-layer GCN. */
  ATTACK_GCN_3LAYER("attack-gcn-3layer", DatasetDirectory.TWITCH) {
    @Override
    public Experiment create(Preparation prepared) {
      return new InductiveAttack(
          label(),
          "LinkTeller on a GCN of three layers",
          prepared
              .paperProtocol(prepared.victims(dataNames(), PaperModels::threeLayers))
              .toBuilder()
              .methods(List.of(AttackMethod.LINK_TELLER))
              .build(),
          prepared.models(),
          List.of(PaperTable.ATTACK_GCN_3LAYER, PaperTable.AUC_GCN_3LAYER));
    }
  },
  /** Three attacks on a GAT. */
  ATTACK_GAT("attack-gat", DatasetDirectory.GRAPH_SAINT) {
    @Override
    public Experiment create(Preparation prepared) {
      return new InductiveAttack(
          label(),
          "Attacks on a GAT",
          prepared.paperProtocol(prepared.victims(dataNames(), PaperModels::gat)),
          prepared.models(),
          List.of(PaperTable.ATTACK_GAT));
    }
  },
  /** Three attacks on a GCN that serves its training graph. */
  ATTACK_TRANSDUCTIVE("attack-transductive", DatasetDirectory.PLANETOID) {
    @Override
    public Experiment create(Preparation prepared) {
      return new TransductiveAttack(
          prepared.victims(dataNames(), PaperModels::gcn),
          prepared.budget().trainingSeeds(),
          prepared.budget().samplingSeeds(),
          1,
          AttackMethod.PAPER,
          prepared.models());
    }
  },
  /** LinkTeller on private graphs. */
  DP_ATTACK("dp-attack", privacyData()) {
    @Override
    public Experiment create(Preparation prepared) {
      List<Victim> victims = prepared.victims(prepared.privacyDatasets(), PaperModels::gcn);
      return PrivacyAttack.of(
          prepared.paperProtocol(victims).toBuilder()
              .trainingSeeds(prepared.budget().trainingSeeds().subList(0, 1))
              .build(),
          prepared.sweep(prepared.budget().epsilons(), prepared.budget().attackNoiseSeeds()),
          prepared.models());
    }
  },
  /** Utility of models on private graphs. */
  DP_UTILITY("dp-utility", privacyData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new PrivacyUtility(
          prepared.utility(
              prepared.sweep(prepared.budget().epsilons(), prepared.budget().utilityNoiseSeeds())),
          prepared.models());
    }
  },
  /** The utility of models on private graphs, by degree. */
  DEGREE_BINS("degree-bins", privacyData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new DegreeBins(
          prepared.utility(
              prepared.sweep(
                  prepared.budget().degreeBinEpsilons(), prepared.budget().utilityNoiseSeeds())),
          prepared.models());
    }
  },
  /** The ε chosen on validation nodes. */
  CHOOSE_EPSILON("choose-epsilon", privacyData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new EpsilonChoice(prepared.choices(), prepared.models());
    }
  },
  /** The running time of LinkTeller. */
  RUNTIME("runtime", gcnData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new RunningTime(
          prepared.victims(dataNames(), PaperModels::gcn).stream()
              .map(victim -> victim.trainedFrom(prepared.budget().trainingSeeds().get(0)))
              .toList(),
          prepared.budget().samplingSeeds(),
          prepared.budget().targets(),
          prepared.models());
    }
  },
  /** The effect of a query limit. */
  QUERY_LIMIT("query-limit", privacyData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new QueryLimit(
          prepared.victims(prepared.privacyDatasets(), PaperModels::gcn).stream()
              .map(victim -> victim.trainedFrom(prepared.budget().trainingSeeds().get(0)))
              .toList(),
          prepared.budget().samplingSeeds(),
          prepared.budget().targets(),
          BENIGN_QUERIES,
          prepared.models());
    }
  },
  /** The random baseline. */
  RANDOM("random", gcnData()) {
    @Override
    public Experiment create(Preparation prepared) {
      return new RandomBaseline(
          prepared.scenarios(dataNames()),
          prepared.budget().samplingSeeds(),
          prepared.budget().targets(),
          prepared.budget().guesses());
    }
  };

  /** Appendix D.1 states only that benign users send few queries; these numbers are our choice. */
  private static final List<Integer> BENIGN_QUERIES = List.of(1, 3, 12);

  private final String label;

  // Created by List.of, hence immutable, which Error Prone cannot verify.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> dataNames;

  PaperExperiment(String label, List<String> dataNames) {
    this.label = label;
    this.dataNames = List.copyOf(dataNames);
  }

  private static List<String> gcnData() {
    List<String> names = new ArrayList<>(DatasetDirectory.TWITCH);
    names.addAll(DatasetDirectory.GRAPH_SAINT);
    return names;
  }

  private static List<String> privacyData() {
    List<String> names = new ArrayList<>(DatasetDirectory.TWITCH);
    names.add("Flickr");
    return names;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public List<String> dataNames() {
    return dataNames;
  }

  private static AttackGrid attackOnGcn(Preparation prepared) {
    return prepared.paperProtocol(prepared.victims(gcnData(), PaperModels::gcn));
  }
}
