package io.linkteller.eval.audit;

import io.linkteller.attack.Access;

/**
 * The strongest attack among those that need no more than a given access.
 *
 * @param access the access of the attacker
 * @param strongest the attack that finds the most edges when it predicts as many pairs as there are
 *     edges
 */
public record AccessRow(Access access, StrongestAttack strongest) {}
