/** Third-party code, which uses only published types. */
@NullMarked
package org.example.added;

import org.jspecify.annotations.NullMarked;
