package io.linkteller.eval.audit;

import io.linkteller.attack.Access;

/**
 * The strongest attack among those that need no more than an access.
 *
 * @param access what an attacker is allowed
 * @param strongest the attack that finds most edges at the true number of edges
 */
public record AccessRow(Access access, StrongestAttack strongest) {}
