@NullMarked
package io.linkteller.models.network;

import org.jspecify.annotations.NullMarked;
