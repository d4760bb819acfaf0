package io.linkteller.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.cli.benchmark.MachineLimits;
import io.linkteller.cli.benchmark.Timed;
import io.linkteller.cli.benchmark.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of a run of the benchmark.
 *
 * @param date when it was run
 * @param command the command line, without places on this machine
 * @param machine what it was run on
 * @param limits the limits of the machine, measured in the same run
 * @param measured our times
 * @param peers the times of other implementations
 */
record BenchmarkRun(
    String date,
    String command,
    String machine,
    Limits limits,
    List<Line> measured,
    List<PeerLine> peers) {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  /**
   * The limits of the machine.
   *
   * @param single with one thread
   * @param all with all threads
   */
  record Limits(MachineLimits single, MachineLimits all) {

    MachineLimits of(BenchmarkTarget target) {
      return target.isSequential() ? single : all;
    }
  }

  /** The times of a target. */
  record Line(BenchmarkTarget target, Timed timed) {

    boolean missed() {
      return target.limit().isPresent() && timed.typical() > target.limit().getAsDouble();
    }
  }

  /** The times of another implementation of a target. */
  record PeerLine(BenchmarkTarget target, String peer, Timed timed) {}

  /** Returns the time of a line at the limits of the machine, in seconds. */
  double least(Line line) {
    return limits.of(line.target()).seconds(line.timed().work());
  }

  double share(Line line) {
    return least(line) / line.timed().typical();
  }

  double share(PeerLine line) {
    return least(ours(line)) / line.timed().typical();
  }

  /** Returns how many times as long as we a peer takes. */
  double ratio(PeerLine line) {
    return line.timed().typical() / ours(line).timed().typical();
  }

  /** Returns our times for the target of a peer. */
  Line ours(PeerLine line) {
    return find(line.target()).orElseThrow();
  }

  Optional<Line> find(BenchmarkTarget target) {
    return measured.stream().filter(line -> line.target() == target).findFirst();
  }

  /** Returns the resource that limits the steps that take longest together. */
  MachineLimits.Resource slowest(Line line) {
    MachineLimits machineLimits = limits.of(line.target());
    Map<MachineLimits.Resource, Double> times = new EnumMap<>(MachineLimits.Resource.class);
    for (Work step : line.timed().work()) {
      times.merge(machineLimits.slowest(step), machineLimits.seconds(step), Double::sum);
    }
    return Collections.max(times.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  /** Returns the results with all that is derived from them, as JSON that {@link #read} reads. */
  byte[] json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("date", date);
    fields.put("command", command);
    fields.put("machine", machine);
    fields.put("limits", limits);
    fields.put("measured", measured.stream().map(this::fields).toList());
    fields.put("peers", peers.stream().map(this::fields).toList());
    return Output.json(fields).getBytes(StandardCharsets.UTF_8);
  }

  private Map<String, Object> fields(Line line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("target", line.target());
    fields.put("what", line.target().what());
    fields.put("heap", line.target().heap());
    fields.put("threads", limits.of(line.target()).threads());
    fields.put("typicalSeconds", line.timed().typical());
    fields.put("leastSeconds", least(line));
    fields.put("share", share(line));
    fields.put("timed", line.timed());
    fields.put("steps", line.timed().work().stream().map(step -> step(line, step)).toList());
    return fields;
  }

  private Map<String, Object> step(Line line, Work step) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", step.name());
    fields.put("leastSeconds", limits.of(line.target()).seconds(step));
    fields.put("limitedBy", limits.of(line.target()).slowest(step));
    return fields;
  }

  private Map<String, Object> fields(PeerLine line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("target", line.target());
    fields.put("peer", line.peer());
    fields.put("typicalSeconds", line.timed().typical());
    fields.put("timesOurs", ratio(line));
    fields.put("share", share(line));
    fields.put("timed", line.timed());
    return fields;
  }

  /**
   * Reads a file that was written from {@link #json}.
   *
   * @throws IllegalArgumentException if it is no such file
   */
  static BenchmarkRun read(Path file) {
    try {
      return JSON.readValue(file.toFile(), BenchmarkRun.class);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "can't read " + file + " as results of benchmark --json: " + e.getMessage(), e);
    }
  }
}
