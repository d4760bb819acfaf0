/** Code of someone else, who sees published types only. */
@NullMarked
package org.example.added;

import org.jspecify.annotations.NullMarked;
