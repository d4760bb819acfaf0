package io.linkteller.privacy.ledger;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a ledger: the proof of a charge. Two entries are equal if they are the same entry of
 * the same ledger.
 *
 * @param ledger identifies the ledger
 * @param number the index of the charge in the ledger, from 0
 * @param code distinguishes the charge from charges with the same number in copies of the ledger
 * @param part the part of the ledger to which the graph belongs
 * @param apart the parts that have no edge in common with it
 */
public record LedgerEntry(String ledger, int number, String code, String part, Set<String> apart) {

  /**
   * Creates an entry.
   *
   * @param ledger identifies the ledger
   * @param number the index of the charge in the ledger, from 0
   * @param code distinguishes the charge from charges with the same number in copies of the ledger
   * @param part the part of the ledger to which the graph belongs
   * @param apart the parts that have no edge in common with it, copied
   */
  public LedgerEntry {
    apart = Set.copyOf(apart);
  }

  /**
   * Returns whether the graphs of the two entries may have an edge in common.
   *
   * @param other another entry
   * @return false only if it is known that no pair of nodes is in both graphs
   */
  public boolean overlaps(LedgerEntry other) {
    // Parts only grow, so the later entry knows the nodes of both.
    LedgerEntry later = number > other.number ? this : other;
    LedgerEntry earlier = number > other.number ? other : this;
    return !ledger.equals(other.ledger)
        || part.equals(other.part)
        || !later.apart.contains(earlier.part);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LedgerEntry entry
        && entry.number == number
        && entry.code.equals(code)
        && entry.ledger.equals(ledger);
  }

  @Override
  public int hashCode() {
    return Objects.hash(ledger, number);
  }
}
