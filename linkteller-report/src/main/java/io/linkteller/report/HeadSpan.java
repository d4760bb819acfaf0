package io.linkteller.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Neighboring columns (or lines) that share a name on one level and on all levels above it.
 *
 * @param name the shared name
 * @param start index of the first column, from 0
 * @param length the number of columns
 */
record HeadSpan(String name, int start, int length) {

  static List<HeadSpan> of(List<List<String>> keys, int level) {
    List<HeadSpan> spans = new ArrayList<>();
    int start = 0;
    for (int end = 1; end <= keys.size(); end++) {
      List<String> shared = keys.get(start).subList(0, level + 1);
      if (end == keys.size() || !keys.get(end).subList(0, level + 1).equals(shared)) {
        spans.add(new HeadSpan(shared.get(level), start, end - start));
        start = end;
      }
    }
    return spans;
  }
}
