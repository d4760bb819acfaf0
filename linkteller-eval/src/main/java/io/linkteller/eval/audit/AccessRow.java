package io.linkteller.eval.audit;

import io.linkteller.attack.Access;

/**
 * The strongest attack among those that need no more than a given access.
 *
 * @param access the access of the attacker
 * @param strongest the attack that finds the most edges at the true number of edges
 */
public record AccessRow(Access access, StrongestAttack strongest) {}
