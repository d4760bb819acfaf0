package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.build.Repository;
import io.linkteller.eval.sample.NodeSample;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class LinkTellerCommandTest {

  @Test
  void commandDescriptionsAreWholeSentences() {
    for (CommandLine command : LinkTellerCommand.commandLine().getSubcommands().values()) {
      String shown = command.getCommandSpec().usageMessage().description()[0];
      assertTrue(shown.endsWith("."), shown);
    }
  }

  @Test
  void theCompletionScriptContainsCommandsOptionsAndValues() {
    Cli.Run run = Cli.run("generate-completion").succeeded();
    for (String word : new String[] {"quickstart", "--normalization", "aug-norm-adj"}) {
      assertTrue(run.out().contains(word), word);
    }
    assertTrue(run.out().startsWith("#!/usr/bin/env bash"), run.out().substring(0, 80));
  }

  /** D10: the help of an option that runs a file as a program must warn of this. */
  @Test
  void theHelpWarnsOfUntrustedOnnxFiles() {
    String help = Cli.run("help", "server").out().replaceAll("\\s+", " ");
    String from = help.substring(help.indexOf("--onnx=FILE.onnx"));
    int warning = from.indexOf("use only files from sources that you trust");
    assertTrue(warning > 0 && warning < 300, from);
  }

  /**
   * The help of a topic describes the options that several commands share; theirs only lists them.
   */
  @Test
  void sharedOptionsAreDescribedOnce() {
    String input = Cli.run("help", "input").out();
    assertTrue(input.contains("Format of the data"), input);
    for (String command : List.of("attack", "audit", "check")) {
      String help = Cli.run(command, "--help").out();
      assertTrue(help.contains("--normalize-features") && help.contains("linkteller help input"));
      assertFalse(help.contains("Format of the data"), help);
    }
    assertEquals(2, Cli.run("help", "weather").exitCode());
  }

  @Test
  void everyHelpFitsOnAScreenAndTheLongHelpContainsMore() {
    for (String command : LinkTellerCommand.commandLine().getSubcommands().keySet()) {
      String help = Cli.run(command, "--help").out();
      assertTrue(help.lines().count() <= 50, help);
      assertTrue(help.lines().allMatch(line -> line.length() <= 100), help);
    }
    assertFalse(Cli.run("attack", "--help").out().contains("warm-up"));
    assertTrue(Cli.run("help", "attack").out().contains("warm-up"));
  }

  @Test
  void helpStatesDependenciesBetweenOptions() {
    String ledger = Cli.run("help", "ledger").out().replaceAll("\\s+", " ");
    assertTrue(ledger.contains("Needs --ledger."), ledger);
  }

  @Test
  void aMistypedCommandOrOptionYieldsASuggestion() {
    Cli.run("audti").refused(2, "did you mean 'audit'?");
    Cli.run("audit", "--featurs=x").refused(2, "did you mean '--features'?");
    assertFalse(Cli.run("audit", "--xyzzy").err().contains("did you mean"));
  }

  @Test
  void attackHasAtMostTenOptionsOfItsOwn() {
    CommandLine.Model.CommandSpec attack =
        Objects.requireNonNull(LinkTellerCommand.commandLine().getSubcommands().get("attack"))
            .getCommandSpec();
    List<CommandLine.Model.OptionSpec> own = new ArrayList<>(attack.options());
    for (Topic topic : Topic.values()) {
      own.removeAll(topic.of(attack));
    }
    // Every command that prints a result has these options.
    own.removeIf(
        option ->
            Set.of("--help", "--version", "--quiet", "--threads", "--json")
                .contains(option.longestName()));
    assertTrue(own.size() <= 10, own.toString());
  }

  @Test
  void theAttackPageDescribesTheRegisteredAttacks() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/attack.md"));
    assertEquals(
        LinkAttackProvider.all().stream()
            .map(LinkTellerCommandTest::row)
            .collect(Collectors.joining(System.lineSeparator())),
        page.lines()
            .dropWhile(line -> !line.startsWith("| attack | what it does"))
            .takeWhile(line -> line.startsWith("|"))
            .skip(2)
            .collect(Collectors.joining(System.lineSeparator())));
  }

  private static String row(LinkAttackProvider attack) {
    return String.format(
        Locale.ROOT,
        "| `%s` | %s%s | `%s` | %,d | %s |",
        attack.name(),
        attack.description(),
        attack.isOfPaper() ? " (from the paper)" : "",
        String.join("` or `", Topic.minimalAccesses(attack)),
        attack.expectedQueries(NodeSample.PAPER_SIZE),
        attack.options().stream()
            .map(option -> "`--" + option.name() + "`")
            .collect(Collectors.joining(", ")));
  }

  @Test
  void theHelpListsEveryAttackWithinAHundredColumns() {
    String table = Cli.run("help", "attacks").out();
    assertTrue(table.lines().allMatch(line -> line.length() <= 100), table);
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      assertTrue(table.lines().anyMatch(line -> line.startsWith(attack.name() + " ")), table);
    }
    // The help lists each access of an attack that chooses its variant by the access.
    String words = table.replaceAll("\\s+", " ");
    for (LinkAttackProvider attack : LinkAttackProvider.all()) {
      for (String access : Topic.minimalAccesses(attack)) {
        assertTrue(words.contains(access.replace(",", ", ")), attack.name());
      }
    }
  }

  @Test
  void anUnknownCommandIsReportedWithAPointerToTheHelp() {
    Cli.Run run = Cli.run("atack").refused(2);
    assertEquals(2, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("Try 'linkteller --help'."), run.err());
  }

  @Test
  void anUnknownOptionIsReportedBeforeMissingOnes() {
    Cli.Run run = Cli.run("perturb", "--nope", "1").refused(2);
    assertEquals(
        "linkteller perturb: Unknown option: '--nope'",
        run.err().lines().findFirst().orElseThrow());
  }

  @Test
  void everyCommandListsItsExitCodes() {
    CommandLine root = LinkTellerCommand.commandLine();
    assertTrue(root.getUsageMessage().contains("Exit codes:"));
    for (CommandLine command : root.getSubcommands().values()) {
      Map<String, String> codes = command.getCommandSpec().usageMessage().exitCodeList();
      assertTrue(codes.keySet().containsAll(Set.of("0", "1", "2")), command.getCommandName());
      boolean judges = Set.of("audit", "audit-dp").contains(command.getCommandName());
      assertEquals(judges, codes.containsKey("3"), command.getCommandName());
    }
  }

  @Test
  void helpHasNoColorsWithoutATerminal() {
    Cli.Run run = Cli.run("attack", "--help").succeeded();
    assertFalse(run.out().contains("\u001b"), run.out());
  }

  @Test
  void aFileSystemErrorIsReportedInOneLine(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    Cli.Run run =
        Cli.line("generate --nodes 100 --edges 200 --out %s", file.resolve("below")).refused(1);
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("cannot create the directory " + file), run.err());
  }

  /** Formerly, an argument that began with @ named a file of further arguments. */
  @Test
  void anArgumentWithAnAtSignIsNotReadAsAFile(@TempDir Path directory) throws IOException {
    Path arguments = Files.writeString(directory.resolve("arguments"), "--version");
    Cli.run("attack", "@" + arguments).refused(2, "@" + arguments);
    assertEquals(2, Cli.run("@" + arguments).exitCode());
  }

  @Test
  void messagesCannotControlTheTerminal(@TempDir Path directory) throws IOException {
    String name = "edges\u001b]0;owned\u0007\r\u009b2J\u202e.csv";
    Path file = Files.writeString(directory.resolve(name), "no header");
    Cli.Run run =
        Cli.run(
                "perturb",
                "--mechanism=edgerand",
                "--epsilon=1",
                "--nodes=3",
                "--in=" + file,
                "--out=" + directory.resolve("out.csv"))
            .refused(1);
    assertTrue(run.err().contains("edges\\x1b]0;owned\\x07\\x0d\\x9b2J\\u202e.csv"), run.err());
    assertTrue(run.err().chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)), run.err());
    Cli.Run usage = Cli.run("attack", "--\u001b[2J").refused(2);
    assertFalse(usage.err().contains("\u001b"), usage.err());
  }

  /** JSON escapes only the characters below a space. */
  @Test
  void resultsInJsonCannotControlTheTerminal(@TempDir Path directory) throws IOException {
    Path in = Files.writeString(directory.resolve("in.csv"), "from,to\n0,1\n");
    Path out = directory.resolve("out\u001b\u009b2J\u202e\u200f.csv");
    Cli.Run run =
        Cli.line(
                "perturb --mechanism=edgerand --epsilon=1 --nodes=3 --json --in=%s --out=%s",
                in, out)
            .succeeded();
    assertTrue(
        run.out().chars().allMatch(c -> c == '\n' || c == '\r' || (c >= ' ' && c < 0x7f)),
        run.out());
    assertEquals(out + ".guarantee.json", run.json().get("guarantee").asText());
  }

  @Test
  void runningOutOfMemoryIsReportedInOneLineWithAdvice() {
    for (Error error : List.of(new OutOfMemoryError("Java heap space"))) {
      for (boolean inThread : new boolean[] {false, true}) {
        StringWriter err = new StringWriter();
        CommandLine command =
            new CommandLine(new Exhausted(error, inThread))
                .setExecutionExceptionHandler(
                    LinkTellerCommand.commandLine().getExecutionExceptionHandler());
        command.setErr(new PrintWriter(err));
        assertEquals(1, LinkTellerCommand.run(command));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains("out of memory: the heap may grow to "));
        assertTrue(err.toString().contains("run java -Xmx"), err.toString());
      }
    }
  }

  @CommandLine.Command(name = "exhausted")
  private record Exhausted(Error error, boolean inThread) implements Runnable {

    @Override
    public void run() {
      if (inThread) {
        throw new CompletionException(error);
      }
      throw error;
    }
  }

  /** Standard output fails as with {@code > /dev/full}. */
  @Test
  void anAnswerThatCannotBeWrittenIsAFailure() {
    StringWriter err = new StringWriter();
    CommandLine command = LinkTellerCommand.commandLine();
    command.setErr(new PrintWriter(err));
    command.setOut(
        new PrintWriter(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("No space left on device");
              }
            },
            false,
            StandardCharsets.UTF_8));
    assertEquals(
        1,
        LinkTellerCommand.run(
            command, "audit-dp", "--mechanism=edgerand", "--epsilon=1", "--runs=2000"));
    assertTrue(
        err.toString().contains("can't write the answer to standard output"), err.toString());
  }
}
