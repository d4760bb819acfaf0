package io.linkteller.spark;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Spark master and workers, each in a separate process on this machine. */
final class StandaloneCluster implements AutoCloseable {

  private static final Pattern URL = Pattern.compile("Starting Spark master at (spark://\\S+)");
  private static final Duration START = Duration.ofSeconds(90);

  private final Path directory;
  private final List<Process> processes = new ArrayList<>();
  private final List<Process> workers = new ArrayList<>();
  private String url = "";

  private StandaloneCluster(Path directory) {
    this.directory = directory;
  }

  static StandaloneCluster start(Path directory, int workers) throws IOException {
    StandaloneCluster cluster = new StandaloneCluster(directory);
    try {
      cluster.installJars();
      cluster.url = cluster.startMaster();
      for (int w = 0; w < workers; w++) {
        cluster.startWorker(w);
      }
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  String url() {
    return url;
  }

  /** Workers look for Spark's jars in one directory. */
  private void installJars() throws IOException {
    Path jars = Files.createDirectories(directory.resolve("spark/jars"));
    for (String entry : classPath().split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry).toAbsolutePath();
      Path link = jars.resolve(jar.getFileName());
      if (entry.endsWith(".jar") && !Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
  }

  /** Returns the class path of this process, for processes in other directories. */
  static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private String startMaster() throws IOException {
    Path log = directory.resolve("master.log");
    processes.add(
        java(
            log,
            "org.apache.spark.deploy.master.Master",
            "--host",
            "localhost",
            "--port",
            "0",
            "--webui-port",
            "0"));
    return await(log, URL).group(1);
  }

  private void startWorker(int number) throws IOException {
    Path log = directory.resolve("worker-" + number + ".log");
    Process worker =
        java(
            log,
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            "localhost",
            "--port",
            "0",
            "--webui-port",
            "0",
            "--cores",
            "1",
            "--memory",
            "1g",
            "--work-dir",
            directory.resolve("work-" + number).toString(),
            url);
    processes.add(worker);
    workers.add(worker);
    await(log, Pattern.compile("Successfully registered with master"));
  }

  private Process java(Path log, String main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    // The options that open the JDK's packages to Spark; not those of a coverage agent.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx256m", "-cp", classPath(), main));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(log.toFile());
    builder.environment().put("SPARK_HOME", directory.resolve("spark").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_HOSTNAME", "localhost");
    return builder.start();
  }

  private static Matcher await(Path log, Pattern line) throws IOException {
    long end = System.nanoTime() + START.toNanos();
    while (System.nanoTime() < end) {
      Matcher found = line.matcher(Files.exists(log) ? Files.readString(log) : "");
      if (found.find()) {
        return found;
      }
      sleep();
    }
    throw new IOException(line + " is not in " + Files.readString(log));
  }

  private static void sleep() {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Kills a worker and its executors without warning. */
  void kill(int worker) {
    List<ProcessHandle> executors = workers.get(worker).descendants().toList();
    workers.get(worker).destroyForcibly();
    executors.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public void close() {
    for (Process process : processes) {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroy();
      children.forEach(ProcessHandle::destroy);
    }
    for (Process process : processes) {
      Optional.of(process.toHandle()).filter(ProcessHandle::isAlive).ifPresent(this::await);
    }
  }

  private void await(ProcessHandle process) {
    try {
      process.onExit().get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
    }
  }
}
