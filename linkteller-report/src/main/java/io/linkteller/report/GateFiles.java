package io.linkteller.report;

import io.linkteller.eval.audit.LeakageVerdict.Outcome;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A verdict for build servers, as JUnit XML like Surefire's and as SARIF 2.1.0.
 *
 * @param outcome whether the leakage is within the limit, if there is one
 * @param verdict the verdict in words, the outcome first
 * @param subject a short description of what was audited, the same in each run
 * @param elapsed how long the audit took
 */
record GateFiles(
    Optional<Outcome> outcome, List<String> verdict, String subject, Duration elapsed) {

  private static final String RULE = "edge-leakage";

  /**
   * Returns a suite of one test, reported as a failure if the verdict is FAIL and as an error if it
   * is undecided.
   */
  String junit() {
    boolean isFailed = outcome.filter(Outcome.FAIL::equals).isPresent();
    boolean isUndecided = outcome.filter(Outcome.UNDECIDED::equals).isPresent();
    String time = String.format(Locale.ROOT, "%.3f", elapsed.toMillis() / 1e3);
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      attributes(xml, "name", "linkteller", "tests", "1", "skipped", "0", "time", time);
      attributes(xml, "failures", isFailed ? "1" : "0", "errors", isUndecided ? "1" : "0");
      xml.writeStartElement("testcase");
      attributes(xml, "classname", "linkteller.audit", "name", subject, "time", time);
      if (isFailed || isUndecided) {
        xml.writeStartElement(isFailed ? "failure" : "error");
        attributes(xml, "type", RULE, "message", verdict.get(0));
        xml.writeCharacters(String.join("\n", verdict));
        xml.writeEndElement();
      }
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a StringWriter accepts any text", e);
    }
    return text + "\n";
  }

  private static void attributes(XMLStreamWriter xml, String... pairs) throws XMLStreamException {
    for (int i = 0; i < pairs.length; i += 2) {
      xml.writeAttribute(pairs[i], pairs[i + 1]);
    }
  }

  /**
   * Returns a log with one result.
   *
   * @param file the URI of the file on whose first line the result is shown
   */
  String sarif(String file) {
    String kind =
        outcome
            .map(
                decided ->
                    switch (decided) {
                      case PASS -> "pass";
                      case FAIL -> "fail";
                      case UNDECIDED -> "open";
                    })
            .orElse("informational");
    Message rule = new Message("A model reveals edges of its private graph");
    // SARIF requires the level none for every kind except fail.
    Result result =
        new Result(
            RULE,
            kind,
            kind.equals("fail") ? "error" : "none",
            new Message(String.join(" ", verdict)),
            List.of(new Location(new Place(new Artifact(file), new Region(1)))));
    Driver driver = new Driver("LinkTeller", List.of(new Rule(RULE, rule)));
    return ReportJson.write(new Log("2.1.0", List.of(new Run(new Tool(driver), List.of(result)))));
  }

  /** A SARIF log. */
  record Log(String version, List<Run> runs) {}

  record Run(Tool tool, List<Result> results) {}

  record Tool(Driver driver) {}

  /** The checks of a tool. */
  record Driver(String name, List<Rule> rules) {}

  record Rule(String id, Message shortDescription) {}

  record Result(
      String ruleId, String kind, String level, Message message, List<Location> locations) {}

  record Message(String text) {}

  record Location(Place physicalLocation) {}

  /** A place in a file. */
  record Place(Artifact artifactLocation, Region region) {}

  record Artifact(String uri) {}

  /** Lines of a file. */
  record Region(int startLine) {}
}
