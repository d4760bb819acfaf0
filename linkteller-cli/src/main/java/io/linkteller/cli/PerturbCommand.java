package io.linkteller.cli;

import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.CsvDataset;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.data.numpy.NumpyDataset;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismType;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.file.AtomicFile;
import io.linkteller.graph.EdgeKind;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.jgrapht.GraphFile;
import io.linkteller.privacy.ChargedGuarantee;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.Provenance;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Perturbs a graph under edge differential privacy. */
@Command(
    name = "perturb",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Perturbs a graph so that its edges are protected by edge differential privacy.",
      "The guarantee hides any one edge; with --directed, any one arc, so the two arcs of a pair",
      "are two secrets; with relations, any one edge of one relation. It does not hide the sets",
      "of nodes and relations.",
      "Weights are as private as edges but would not be hidden, so they are rejected.",
      "The guarantee is stated in FILE.guarantee.json next to the output.",
      "The printed counts depend on the true graph, so only its owner may see them."
    })
final class PerturbCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--mechanism",
      required = true,
      converter = MechanismOption.class,
      completionCandidates = MechanismOption.class,
      description = MechanismOption.CHOICE)
  private MechanismType mechanism;

  @Option(names = "--epsilon", required = true, description = "The privacy budget, above 0.")
  private double epsilon;

  @Option(
      names = "--seed",
      description = "Seed for experiments. Without it, random bits come from a secure source.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--in",
      required = true,
      paramLabel = "FILE",
      description = {
        "The graph: an edge list in text, such as a header from,to and one edge per line;",
        "GraphML or GML; a 2 x m array from numpy.save; or a file from numpy.savez with",
        "edge_index and, for relations, edge_type."
      })
  private Path in;

  @CommandLine.Mixin private EdgeOptions edgeOptions;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = {
        "Number of nodes, whose ids start at 0, or a table whose first column names the nodes,",
        "such as the features. Not needed for GraphML and GML, which list their nodes."
      })
  private Optional<String> nodes = Optional.empty();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = {
        "Where to write the perturbed graph: FILE.npz, whose nodes are numbers, or else a table,",
        "which keeps the names of nodes and relations. The table has the columns given",
        "for the input, or from,to for edges, source,target for arcs and type for relations."
      })
  private Path out;

  @Option(
      names = "--epsilon-chosen-on-graph",
      description = {
        "Record that epsilon was chosen by looking at results on this graph,",
        "a choice that no guarantee covers."
      })
  private boolean epsilonChosenOnGraph;

  @CommandLine.Mixin private LedgerOptions ledgerOptions;

  @CommandLine.Mixin private CsvNames csvNames;

  @CommandLine.Mixin private Answer answer;

  @Override
  public Integer call() {
    GraphMechanism chosen = Arguments.read(spec, () -> mechanism.withEpsilon(epsilon));
    GraphMechanism seeded = seed.isPresent() ? chosen.forExperiments(seed.get()) : chosen;
    Arguments.requireExists(in);
    edgeOptions.check(spec, Optional.of(in), List.of());
    ledgerOptions.check();
    Path guaranteeFile = GuaranteeFile.beside(out);
    Arguments.check(spec, () -> AtomicFile.require(out));
    Arguments.check(spec, () -> AtomicFile.require(guaranteeFile));
    Arguments.check(spec, () -> OtherFiles.require(in, List.of(out, guaranteeFile), ledgerOptions));
    NodeNames names = names();
    Graph graph = EdgeFile.read(in, names, edgeOptions.reader(EdgeDirection.SYMMETRIC));
    csvNames.check(out, names, graph);
    Optional<PrivateSession> session = ledgerOptions.open(graph);
    long start = System.nanoTime();
    PerturbedGraph release =
        session.isPresent() ? session.get().perturb(seeded) : seeded.perturb(graph);
    Graph perturbed = release.graph();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (NumpyDataset.isArchive(out)) {
      NumpyDataset.write(perturbed, out);
      if (!names.areNumbers()) {
        Remarks.of(spec)
            .print(
                "nodes are numbered in the order of "
                    + source()
                    + "; a table keeps their names: --out FILE.csv");
      }
    } else {
      EdgeListFile.write(perturbed, names, edgeOptions.columns(graph), out);
    }
    List<EdgeMetrics> each = compared(perturbed, graph);
    EdgeMetrics edges = sum(each);
    Provenance provenance = Provenance.ofView(Optional.of(release.guarantee()));
    if (epsilonChosenOnGraph) {
      provenance = provenance.with(Provenance.Use.EPSILON_CHOICE);
    }
    if (!graph.relations().isEmpty() && !edgeOptions.namesRelations()) {
      provenance = provenance.with(Provenance.Use.RELATIONS);
      Remarks.of(spec)
          .print(
              "the guarantee does not cover which relations occur; if they are public, list them"
                  + " with --relations");
    }
    GuaranteeFile.write(
        out,
        release,
        provenance,
        session.flatMap(PrivateSession::guarantee).map(ChargedGuarantee::guarantee));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.putAll(counted(graph).fields());
    fields.putAll(counts(edges));
    if (!graph.relations().isEmpty()) {
      fields.put(
          "relations",
          IntStream.range(0, each.size())
              .mapToObj(
                  r -> {
                    Map<String, Object> relation = new LinkedHashMap<>();
                    relation.put("relation", graph.relationName(r));
                    relation.putAll(counts(each.get(r)));
                    return relation;
                  })
              .toList());
    }
    fields.put("epsilon", epsilon);
    fields.put("seeded", seeded.guarantee().isSeeded());
    fields.put("seconds", seconds);
    fields.put("guarantee", guaranteeFile.toString());
    fields.put("charged", session.isPresent());
    session.ifPresent(
        charged -> {
          fields.put("spent", charged.ledger().spent(charged.part()));
          fields.put("remaining", charged.ledger().remaining(charged.part()));
          fields.put("ledgerHead", charged.ledger().head());
        });
    answer.print(
        () -> fields,
        () ->
            counted(graph)
                .format(
                    "%s turned %,d {edges} into %,d in %.3f s.%n%,d of them are {edges} of the true"
                        + " graph.%n%s%sWritten to %s,%nwith its guarantee in %s",
                    seeded,
                    edges.actual(),
                    edges.predicted(),
                    seconds,
                    edges.truePositives(),
                    byRelation(each, graph),
                    session
                        .map(PerturbCommand::balance)
                        .orElse(String.format("No ledger was charged.%n")),
                    out,
                    guaranteeFile));
    return CommandLine.ExitCode.OK;
  }

  private NodeNames names() {
    if (nodes.isEmpty()) {
      if (!GraphFile.isGraph(in)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "Missing required option: '--nodes=N': " + in + " lists only edges");
      }
      return GraphFile.read(in).names();
    }
    String given = nodes.get();
    if (given.matches("[+-]?\\d+")) {
      return Arguments.read(
          spec, () -> NodeNames.numbers(Graph.empty(Integer.parseInt(given)).nodeCount()));
    }
    return CsvDataset.load(
            Path.of(given),
            Optional.empty(),
            Optional.empty(),
            named -> Graph.empty(named.nodeCount()))
        .names();
  }

  private String source() {
    return nodes.orElseGet(in::toString);
  }

  /** Compares the edges of each relation, or all edges of a graph without relations. */
  private static List<EdgeMetrics> compared(Graph perturbed, Graph truth) {
    return truth.relations().isEmpty()
        ? List.of(EdgeMetrics.of(perturbed, truth))
        : IntStream.range(0, truth.relations().size())
            .mapToObj(r -> EdgeMetrics.of(perturbed.relations().get(r), truth.relations().get(r)))
            .toList();
  }

  private static EdgeMetrics sum(List<EdgeMetrics> each) {
    return each.stream()
        .reduce(
            new EdgeMetrics(0, 0, 0),
            (a, b) ->
                new EdgeMetrics(
                    a.truePositives() + b.truePositives(),
                    a.predicted() + b.predicted(),
                    a.actual() + b.actual()));
  }

  /** Returns the kind of the edges that are counted. An edge in two relations counts twice. */
  private static EdgeKind counted(Graph graph) {
    return graph.relations().stream().findFirst().orElse(graph).edgeKind();
  }

  private static Map<String, Object> counts(EdgeMetrics edges) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("inputEdges", edges.actual());
    fields.put("outputEdges", edges.predicted());
    fields.put("overlap", edges.truePositives());
    return fields;
  }

  /** Returns a line for each relation, or "" for a graph without relations. */
  private static String byRelation(List<EdgeMetrics> each, Graph graph) {
    return graph.relations().isEmpty()
        ? ""
        : IntStream.range(0, each.size())
            .mapToObj(
                r ->
                    counted(graph)
                        .format(
                            "  relation %s: %,d {edges} into %,d, %,d of them true%n",
                            graph.relationName(r),
                            each.get(r).actual(),
                            each.get(r).predicted(),
                            each.get(r).truePositives()))
            .collect(Collectors.joining());
  }

  private static String balance(PrivateSession session) {
    return String.format(
        Locale.ROOT,
        "The ledger has spent epsilon = %s on this graph; %s remain. Its head is%n%s.%n",
        session.ledger().spent(session.part()),
        session.ledger().remaining(session.part()),
        session.ledger().head());
  }
}
