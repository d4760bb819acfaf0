package io.linkteller.architecture.broken.dp;

import io.linkteller.architecture.broken.stray.OfNoModule;

/** Half of a cycle of packages. */
public record Mechanism(OfNoModule stray) {}
