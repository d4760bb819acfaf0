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
 * The order of the layers of a state dict, which is never guessed.
 *
 * <ol>
 *   <li>The order that was given.
 *   <li>Else the only order that agrees with the shapes and sorts names that differ only in their
 *       numbers by these numbers, if they count layers and are not sizes.
 *   <li>If the file keeps the order of the model and is not sorted, an order that contradicts it is
 *       refused where shapes allow both.
 *   <li>Else the only order that agrees with the shapes, whatever the numbers.
 *   <li>Else, if several agree, that of the file, if its format keeps the order of the model.
 * </ol>
 */
final class LayerOrder {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  /**
   * The number of steps after which several orders are assumed to exist: few layers have no
   * numbers.
   */
  private static final int MAX_STEPS = 10_000;

  /**
   * The evidence for an order, besides the shapes. Names are tried with the first kind, then with
   * the next.
   */
  enum Source {
    FILE,
    NUMBERS,
    SHAPES
  }

  /** Tests whether a module may follow another one; at place 0 there is none. */
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
   * Returns modules in their order. If no order agrees with the shapes, it is the order of the
   * numbers or else of the file; reading the parameters then reports the misfit.
   *
   * @param modules the modules in the order of the file
   * @param given some modules in the order that was given, or none
   * @param keepsOrder whether the file has the order of the model
   * @param source which order is accepted
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
            "layers(...) has " + listed(given) + " of the layers " + listed(modules));
      }
      return modules.stream().sorted(Comparator.comparingInt(given::indexOf)).toList();
    }
    List<List<String>> numbered = numbered(modules);
    List<List<String>> apart = modules.stream().map(List::of).toList();
    if (numbered.size() > 1 && numbered.size() < modules.size()) {
      doubts.accept(
          "%s are read as layers of one kind; if one of them is another, such as a linear layer that"
                  .formatted(listed(modules))
              + " sees no edges, this is another model, whose accuracy differs");
    }
    boolean alphabetical = modules.equals(modules.stream().sorted().toList());
    for (List<List<String>> groups :
        source == Source.SHAPES ? List.of(numbered, apart) : List.of(numbered)) {
      LayerOrder order = new LayerOrder(groups, modules.size(), fit);
      order.search(new ArrayList<>(), new int[groups.size()]);
      if (order.found.size() == 1) {
        if (source == Source.FILE && !order.found.get(0).equals(modules)) {
          throw new NamedArrays.Misfit(0, "the layers are in another order than in the file");
        }
        List<String> only = order.found.get(0);
        if (keepsOrder
            && given.isEmpty()
            && !only.equals(modules)
            && !alphabetical
            && agrees(apart, modules, fit)) {
          // A sorted file would have alphabetical order; this one does not.
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
                  + " their numbers; layers(...) gives another");
        }
        return only;
      }
      if (!order.found.isEmpty() || order.steps > MAX_STEPS) {
        if (keepsOrder && agrees(groups, modules, fit)) {
          if (alphabetical && numbered.size() > 1) {
            doubts.accept(
                "the layers are read in the order of the file, %s, which is also alphabetical;"
                        .formatted(listed(modules))
                    + " if the arrays were sorted, layers(...) gives the order of the model");
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

  /** Returns modules in the form that a command accepts. */
  static String listed(Iterable<String> modules) {
    return String.join(",", modules);
  }

  /**
   * Groups modules whose names differ only in numbers, sorted by these. Modules whose numbers may
   * be sizes, such as {@code gcn64} and {@code gcn32}, are separate groups.
   */
  private static List<List<String>> numbered(List<String> modules) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String module : modules) {
      groups
          .computeIfAbsent(NUMBER.matcher(module).replaceAll("0"), key -> new ArrayList<>())
          .add(module);
    }
    // Such as lin1, layers.2, layers.3 and lin4, whose numbers count all layers.
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
   * Returns whether the numbers at each place of the names count layers, unless they are all the
   * same: starting from 0, from 1 or, if the first layer is of another kind, from 2; or from 0 in
   * equal steps, as in a {@code Sequential} with layers without parameters in between.
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

  /** Returns whether an order agrees with the shapes and with that of each group. */
  private static boolean agrees(List<List<String>> groups, List<String> order, Fit fit) {
    for (int place = 0; place < order.size(); place++) {
      if (!fit.follows(place == 0 ? "" : order.get(place - 1), order.get(place), place)) {
        return false;
      }
    }
    return groups.stream().allMatch(g -> order.stream().filter(g::contains).toList().equals(g));
  }

  /** Finds up to two orders. Recurses only where several modules may follow. */
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
