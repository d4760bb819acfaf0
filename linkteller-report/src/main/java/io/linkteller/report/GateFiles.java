package io.linkteller.report;

import io.linkteller.eval.audit.LeakageVerdict;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A verdict as build servers read it: JUnit's XML in the form of Surefire, and SARIF 2.1.0. */
final class GateFiles {

  private static final String RULE = "edge-leakage";

  private GateFiles() {}

  /** Returns a test suite of one test: a failure if the verdict is FAIL, an error if undecided. */
  static String junit(LeakageVerdict verdict, String subject) {
    Optional<LeakageVerdict.Outcome> outcome = verdict.outcome();
    boolean isFailed = outcome.filter(LeakageVerdict.Outcome.FAIL::equals).isPresent();
    boolean isUndecided = outcome.filter(LeakageVerdict.Outcome.UNDECIDED::equals).isPresent();
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      attributes(xml, "name", "linkteller", "tests", "1", "skipped", "0");
      attributes(xml, "failures", isFailed ? "1" : "0", "errors", isUndecided ? "1" : "0");
      xml.writeStartElement("testcase");
      attributes(xml, "classname", "linkteller.audit", "name", subject, "time", "0");
      if (isFailed || isUndecided) {
        xml.writeStartElement(isFailed ? "failure" : "error");
        attributes(xml, "type", RULE, "message", verdict.sentences().get(0));
        xml.writeCharacters(String.join("\n", verdict.sentences()));
        xml.writeEndElement();
      }
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes every text", e);
    }
    return text + "\n";
  }

  private static void attributes(XMLStreamWriter xml, String... pairs) throws XMLStreamException {
    for (int i = 0; i < pairs.length; i += 2) {
      xml.writeAttribute(pairs[i], pairs[i + 1]);
    }
  }

  /** Returns a log of one result, whose location is the page of the audit. */
  static String sarif(LeakageVerdict verdict) {
    String kind =
        verdict
            .outcome()
            .map(
                outcome ->
                    switch (outcome) {
                      case PASS -> "pass";
                      case FAIL -> "fail";
                      case UNDECIDED -> "open";
                    })
            .orElse("informational");
    Message rule = new Message("A model reveals edges of its private graph");
    // The level of every other kind than fail is none.
    Result result =
        new Result(
            RULE,
            kind,
            kind.equals("fail") ? "error" : "none",
            new Message(String.join(" ", verdict.sentences())),
            List.of(new Location(new Place(new Artifact(LeakageAuditFiles.NAME + ".md")))));
    Driver driver = new Driver("LinkTeller", List.of(new Rule(RULE, rule)));
    return ReportJson.write(new Log("2.1.0", List.of(new Run(new Tool(driver), List.of(result)))));
  }

  /** A SARIF log. */
  record Log(String version, List<Run> runs) {}

  /** A run of a tool. */
  record Run(Tool tool, List<Result> results) {}

  /** The tool. */
  record Tool(Driver driver) {}

  /** What a tool checks. */
  record Driver(String name, List<Rule> rules) {}

  /** A rule of a tool. */
  record Rule(String id, Message shortDescription) {}

  /** What a run found. */
  record Result(
      String ruleId, String kind, String level, Message message, List<Location> locations) {}

  /** A text. */
  record Message(String text) {}

  /** Where something was found. */
  record Location(Place physicalLocation) {}

  /** A place in a file. */
  record Place(Artifact artifactLocation) {}

  /** A file. */
  record Artifact(String uri) {}
}
