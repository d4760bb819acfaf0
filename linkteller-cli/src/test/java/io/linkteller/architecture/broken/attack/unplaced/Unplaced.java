package io.linkteller.architecture.broken.attack.unplaced;

/** Is in a package of attacks that has no level. */
public record Unplaced() {}
