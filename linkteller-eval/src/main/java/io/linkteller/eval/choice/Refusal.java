package io.linkteller.eval.choice;

/**
 * A candidate that could not be measured.
 *
 * @param candidate its name with ε
 * @param reason why
 */
public record Refusal(String candidate, String reason) {}
