package io.linkteller.models.statedict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Determines the order of the layers of a state dict, without guessing. The first rule that applies
 * decides:
 *
 * <ol>
 *   <li>The order that the user gives.
 *   <li>The order of the numbers in the names: the only order that agrees with the shapes and sorts
 *       names that differ only in their numbers. Numbers that may be sizes, not layer numbers, are
 *       ignored. The state dict is rejected if the order of the file is different and also agrees
 *       with the shapes, unless the file is sorted by name or its format does not keep the order of
 *       the model.
 *   <li>The only order that agrees with the shapes, regardless of the numbers.
 *   <li>The order of the file, if several orders agree with the shapes and the format keeps the
 *       order of the model.
 * </ol>
 */
final class LayerOrder {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  /**
   * The number of search steps after which several orders are assumed to exist. Searches are
   * usually short, because few layers lack numbers.
   */
  private static final int MAX_STEPS = 10_000;

  /**
   * The evidence for an order in addition to the shapes. Every set of names is tried with the first
   * kind of evidence, then with the next.
   */
  enum Source {
    FILE,
    NUMBERS,
    SHAPES
  }

  /** Tests whether a module may follow the previous one, whose name is empty at place 0. */
  @FunctionalInterface
  interface Fit {
    boolean follows(String before, String module, int place);
  }

  private final List<List<String>> groups;
  private final int count;
  private final Fit fit;
  private final List<List<String>> found = new ArrayList<>();
  private int steps;

  private LayerOrder(List<List<String>> groups, int count, Fit fit) {
    this.groups = groups;
    this.count = count;
    this.fit = fit;
  }

  /**
   * Returns modules in their order. If no order agrees with the shapes, they are in the order of
   * their numbers or, failing that, of the file; reading the parameters then reports the mismatch.
   *
   * @param modules the modules in the order of the file
   * @param given modules in the order that the user gives; may be empty
   * @param keepsOrder whether the file has the order of the model
   * @param source the evidence that is accepted
   * @param doubts receives the reason for the order if only a convention supports it
   */
  static List<String> of(
      List<String> modules,
      List<String> given,
      boolean keepsOrder,
      Source source,
      Consumer<String> doubts,
      Fit fit)
      throws NamedArrays.Misfit {
    if (modules.size() < 2) {
      return modules;
    }
    if (given.stream().anyMatch(modules::contains)) {
      if (!new HashSet<>(given).containsAll(modules)) {
        throw new NamedArrays.Misfit(
            NamedArrays.UNDECIDED,
            "layers(...) has only " + listed(given) + " of the layers " + listed(modules));
      }
      return modules.stream().sorted(Comparator.comparingInt(given::indexOf)).toList();
    }
    List<List<String>> numbered = numbered(modules);
    List<List<String>> apart = modules.stream().map(List::of).toList();
    if (numbered.size() > 1 && numbered.size() < modules.size()) {
      doubts.accept(
          "%s are read as layers of one kind; if one of them is different, such as a linear layer"
                  .formatted(listed(modules))
              + " that does not use edges, this is a different model with a different accuracy");
    }
    boolean alphabetical = modules.equals(modules.stream().sorted().toList());
    for (List<List<String>> groups :
        source == Source.SHAPES ? List.of(numbered, apart) : List.of(numbered)) {
      LayerOrder order = new LayerOrder(groups, modules.size(), fit);
      order.search(new ArrayList<>(), new int[groups.size()]);
      if (order.found.size() == 1) {
        if (source == Source.FILE && !order.found.get(0).equals(modules)) {
          throw new NamedArrays.Misfit(0, "the order of the layers differs from that of the file");
        }
        List<String> only = order.found.get(0);
        if (keepsOrder
            && given.isEmpty()
            && !only.equals(modules)
            && !alphabetical
            && agrees(apart, modules, fit)) {
          // The file is not sorted by name, so its order is evidence against that of the numbers.
          throw new NamedArrays.Misfit(
              NamedArrays.UNDECIDED,
              "the layers are "
                  + listed(modules)
                  + " in the order of the file and "
                  + listed(only)
                  + " by their numbers; name them in the order in which the model applies them with"
                  + " layers(...)");
        }
        if (groups != numbered && !agrees(numbered, only, (before, module, place) -> true)) {
          doubts.accept(
              "the layers are read in the only order that their shapes allow, %s, which is not that of"
                      .formatted(listed(only))
                  + " their numbers; layers(...) sets another order");
        }
        return only;
      }
      if (!order.found.isEmpty() || order.steps > MAX_STEPS) {
        if (keepsOrder && agrees(groups, modules, fit)) {
          if (alphabetical && numbered.size() > 1) {
            doubts.accept(
                "the layers are read in the order of the file, %s, which is also alphabetical;"
                        .formatted(listed(modules))
                    + " if the arrays were sorted, set the order of the model with layers(...)");
          }
          return modules;
        }
        throw new NamedArrays.Misfit(
            given.isEmpty() ? NamedArrays.UNDECIDED : 1,
            "several orders of the layers "
                + listed(modules)
                + " agree with their names and shapes"
                + (keepsOrder ? "" : ", and the format of the file sorts arrays")
                + "; name the layers in the order in which the model applies them with layers(...)");
      }
    }
    return numbered.size() == 1 ? numbered.get(0) : modules;
  }

  /** Returns modules as a comma-separated list, as on a command line. */
  static String listed(Iterable<String> modules) {
    return String.join(",", modules);
  }

  /**
   * Groups modules whose names differ only in numbers and sorts each group by these numbers.
   * Modules whose numbers may be sizes, such as {@code gcn64} and {@code gcn32}, form separate
   * groups.
   */
  private static List<List<String>> numbered(List<String> modules) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String module : modules) {
      groups
          .computeIfAbsent(NUMBER.matcher(module).replaceAll("0"), key -> new ArrayList<>())
          .add(module);
    }
    // For example lin1, layers.2, layers.3 and lin4, whose numbers count all layers.
    boolean together =
        modules.stream().allMatch(module -> numbers(module).length == 1) && isCounted(modules);
    List<List<String>> sorted = new ArrayList<>();
    for (List<String> group : groups.values()) {
      if (together || isCounted(group)) {
        group.sort(LayerOrder::compareNumbers);
        sorted.add(group);
      } else {
        group.forEach(module -> sorted.add(List.of(module)));
      }
    }
    return sorted;
  }

  /**
   * Returns whether the numbers at each place in the names are all equal or count layers. Counts
   * are consecutive and start at 0, at 1 or, if the first layer is of a different kind, at 2; or
   * they start at 0 and increase in equal steps, as in a {@code Sequential} with layers without
   * parameters in between.
   */
  private static boolean isCounted(List<String> group) {
    int places = numbers(group.get(0)).length;
    for (int place = 0; place < places; place++) {
      int at = place;
      long[] found =
          group.stream().mapToLong(each -> numbers(each)[at]).sorted().distinct().toArray();
      long step = found.length < 2 ? 1 : found[1] - found[0];
      boolean counted = found[0] == 0 || (found[0] <= 2 && step == 1);
      for (int i = 1; i < found.length; i++) {
        counted &= found[i] - found[i - 1] == step;
      }
      if (!counted && found.length > 1) {
        return false;
      }
    }
    return true;
  }

  private static int compareNumbers(String a, String b) {
    return Arrays.compare(numbers(a), numbers(b));
  }

  private static long[] numbers(String module) {
    LongStream.Builder numbers = LongStream.builder();
    Matcher number = NUMBER.matcher(module);
    while (number.find()) {
      numbers.add(Long.parseLong(number.group()));
    }
    return numbers.build().toArray();
  }

  /** Returns whether an order agrees with the shapes and with the order within each group. */
  private static boolean agrees(List<List<String>> groups, List<String> order, Fit fit) {
    for (int place = 0; place < order.size(); place++) {
      if (!fit.follows(place == 0 ? "" : order.get(place - 1), order.get(place), place)) {
        return false;
      }
    }
    return groups.stream().allMatch(g -> order.stream().filter(g::contains).toList().equals(g));
  }

  /** Finds up to two orders. Recurses only if several modules may follow. */
  private void search(List<String> chosen, int[] taken) {
    while (chosen.size() < count) {
      List<Integer> next = new ArrayList<>();
      String before = chosen.isEmpty() ? "" : chosen.get(chosen.size() - 1);
      for (int g = 0; g < groups.size(); g++) {
        if (taken[g] < groups.get(g).size()
            && fit.follows(before, groups.get(g).get(taken[g]), chosen.size())) {
          next.add(g);
        }
      }
      if (next.isEmpty()) {
        return;
      }
      for (int g : next.subList(1, next.size())) {
        if (++steps > MAX_STEPS || found.size() > 1) {
          return;
        }
        List<String> more = new ArrayList<>(chosen);
        int[] with = taken.clone();
        more.add(groups.get(g).get(with[g]++));
        search(more, with);
      }
      int first = next.get(0);
      chosen.add(groups.get(first).get(taken[first]++));
    }
    found.add(chosen);
  }
}
