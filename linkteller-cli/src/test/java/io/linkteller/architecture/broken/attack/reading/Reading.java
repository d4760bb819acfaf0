package io.linkteller.architecture.broken.attack.reading;

/** Lies above the vocabulary of attacks. */
public record Reading() {}
