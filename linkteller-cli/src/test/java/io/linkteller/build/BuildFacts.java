package io.linkteller.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one build says, as facts that another build can be held against: a subject ("linkteller-dp
 * depends on org.apache.commons:commons-math3") and what is said of it ("compile"). Faults are what
 * is wrong with a build on its own account.
 */
final class BuildFacts {

  private final String build;
  private final SortedMap<String, String> facts = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  BuildFacts(String build) {
    this.build = build;
  }

  /** States a fact; a second, different statement about the same subject is a fault. */
  void state(String subject, String value) {
    String before = facts.putIfAbsent(subject, value);
    if (before != null) {
      fault(subject + " is stated twice: " + before + " and " + value);
    }
  }

  void fault(String message) {
    faults.add(build + ": " + message);
  }

  SortedMap<String, String> facts() {
    return facts;
  }

  List<String> faults() {
    return faults;
  }

  /** Returns one sentence for each subject on which two builds disagree. */
  static List<String> differences(BuildFacts left, BuildFacts right) {
    SortedSet<String> subjects = new TreeSet<>(left.facts.keySet());
    subjects.addAll(right.facts.keySet());
    List<String> differences = new ArrayList<>();
    for (String subject : subjects) {
      String ofLeft = left.facts.get(subject);
      String ofRight = right.facts.get(subject);
      if (!Objects.equals(ofLeft, ofRight)) {
        differences.add(
            subject
                + ": "
                + left.build
                + " says "
                + Objects.requireNonNullElse(ofLeft, "nothing")
                + ", "
                + right.build
                + " says "
                + Objects.requireNonNullElse(ofRight, "nothing"));
      }
    }
    return differences;
  }
}
