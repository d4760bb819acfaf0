/** What Alice can do about attacks at the door: noticing them and refusing to answer. */
@NullMarked
package io.linkteller.defense;

import org.jspecify.annotations.NullMarked;
