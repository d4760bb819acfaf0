package io.linkteller.privacy;

import io.linkteller.privacy.ledger.LedgerEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A guarantee that was charged to a ledger. Every result that leaves the session of a private graph
 * carries one. It composes the claims of its charges: charges to overlapping parts of a graph add
 * up (sequential composition); of charges to parts without common edges, only the largest counts
 * (parallel composition, Lemma 1 of the paper). Charges to different ledgers add up.
 *
 * <p>Only the session of a private graph can create one, because the constructor requires a ledger
 * entry, whose type is exported only to the module {@code io.linkteller.dp}. A claim that was not
 * charged is a {@link PrivacyGuarantee}. Immutable.
 */
public final class ChargedGuarantee {

  private final Map<LedgerEntry, PrivacyGuarantee> charges;
  private final PrivacyGuarantee guarantee;

  /**
   * Creates the guarantee of a release that a session has charged.
   *
   * @param entry the ledger entry of the charge, which only a session can create
   * @param claim the guarantee that the mechanism claims
   */
  public ChargedGuarantee(LedgerEntry entry, PrivacyGuarantee claim) {
    this(Map.of(entry, claim));
  }

  private ChargedGuarantee(Map<LedgerEntry, PrivacyGuarantee> charges) {
    this.charges = charges;
    this.guarantee = composed(charges);
  }

  private static PrivacyGuarantee composed(Map<LedgerEntry, PrivacyGuarantee> charges) {
    List<PrivacyGuarantee> sums = new ArrayList<>();
    Set<LedgerEntry> open = new LinkedHashSet<>(charges.keySet());
    while (!open.isEmpty()) {
      // All charges that overlap this one, directly or through others.
      List<LedgerEntry> reached = new ArrayList<>(List.of(open.iterator().next()));
      open.removeAll(reached);
      for (int i = 0; i < reached.size(); i++) {
        LedgerEntry from = reached.get(i);
        List<LedgerEntry> next = open.stream().filter(from::overlaps).toList();
        reached.addAll(next);
        next.forEach(open::remove);
      }
      sums.add(PrivacyGuarantee.composed(reached.stream().map(charges::get).toList()));
    }
    return PrivacyGuarantee.inParallel(sums);
  }

  /** {@return the composed guarantee} */
  public PrivacyGuarantee guarantee() {
    return guarantee;
  }

  /**
   * Returns the combined guarantee of several results. A charge that several results share counts
   * once.
   *
   * @param results the guarantees of the results, at least one
   * @return the composed guarantee
   * @throws IllegalArgumentException if there are no results, or their combined guarantee is
   *     vacuous
   */
  public static ChargedGuarantee together(Collection<ChargedGuarantee> results) {
    Map<LedgerEntry, PrivacyGuarantee> all = new LinkedHashMap<>();
    results.forEach(result -> all.putAll(result.charges));
    return new ChargedGuarantee(all);
  }

  /**
   * Returns the combined guarantee of this result and another, as {@link #together} does.
   *
   * @param other the guarantee of another result
   * @return the composed guarantee
   */
  public ChargedGuarantee and(ChargedGuarantee other) {
    return together(List.of(this, other));
  }

  /**
   * Returns a supplier that combines the guarantee of this result with that of everything its
   * session has released by the time of the call.
   *
   * @param released the guarantee of everything that the session has released so far
   * @return a supplier of the composed guarantee, which grows with the releases of the session
   */
  public Supplier<ChargedGuarantee> withAllOf(Supplier<Optional<ChargedGuarantee>> released) {
    return () -> released.get().map(this::and).orElse(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ChargedGuarantee charged
        && charged.charges.keySet().equals(charges.keySet());
  }

  @Override
  public int hashCode() {
    return charges.keySet().hashCode();
  }

  @Override
  public String toString() {
    return guarantee
        + ", composed of "
        + (charges.size() == 1 ? "1 charge" : charges.size() + " charges");
  }
}
