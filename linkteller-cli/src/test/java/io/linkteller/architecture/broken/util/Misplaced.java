package io.linkteller.architecture.broken.util;

/** A class whose package says nothing. */
public record Misplaced() {}
