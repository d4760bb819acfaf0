package io.linkteller.attack;

import io.linkteller.inference.output.AnswerKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request for a registered attack: the access, the settings that all attacks share, and values of
 * the options that the attack declares. Immutable.
 *
 * <pre>{@code
 * AttackRequest request =
 *     AttackRequest.builder().with(InfluenceAttack.SCORE, PairScore.MAX).parallelism(2).build();
 * LinkPrediction found = LinkAttackProvider.named("auto").create(request).run(api, nodes, kHat);
 * }</pre>
 */
public final class AttackRequest {

  /** Unrestricted access and default settings. */
  public static final AttackRequest DEFAULT = builder().build();

  private final AttackSettings settings;
  private final Access access;
  private final Map<AttackOption<?>, Object> options;

  private AttackRequest(Builder builder) {
    this.access = builder.access;
    this.settings = builder.settings();
    this.options = Map.copyOf(builder.options);
  }

  /** {@return a builder for unrestricted access and one query at a time} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the settings that all attacks share} */
  public AttackSettings settings() {
    return settings.within(access.queryLimit());
  }

  /** {@return the access of the attacker, including the kind of answers} */
  public Access access() {
    return access;
  }

  /** {@return the kind of answers} */
  public AnswerKind answers() {
    return access.answers();
  }

  /**
   * Returns the value of an option.
   *
   * @param <T> the type of the values
   * @param option the option
   * @return its value, empty if the attack's default applies
   */
  @SuppressWarnings("unchecked") // Builder.with and Builder.read put values of the option's type.
  public <T> Optional<T> option(AttackOption<T> option) {
    return Optional.ofNullable((T) options.get(option));
  }

  /** {@return a builder that starts from this request} */
  public Builder toBuilder() {
    Builder builder = new Builder().settings(settings).access(access);
    builder.options.putAll(options);
    return builder;
  }

  /** Builds an {@link AttackRequest}. Not thread-safe. */
  public static final class Builder extends AttackBuilder<Builder> {

    private Access access = Access.UNRESTRICTED;
    private final Map<AttackOption<?>, Object> options = new HashMap<>();

    private Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * Sets the access of the attacker, including the kind of answers.
     *
     * @param granted the access; default {@link Access#UNRESTRICTED}
     * @return this builder
     */
    public Builder access(Access granted) {
      this.access = granted;
      return this;
    }

    /**
     * Sets the value of an option.
     *
     * @param <T> the type of the values
     * @param option an option that the attack declares
     * @param value its value
     * @return this builder
     */
    public <T> Builder with(AttackOption<T> option, T value) {
      options.put(option, value);
      return this;
    }

    /**
     * Sets the value of an option from text.
     *
     * @param <T> the type of the values
     * @param option an option that the attack declares
     * @param text the value as text
     * @return this builder
     * @throws IllegalArgumentException if the text is not a value of the option
     */
    public <T> Builder read(AttackOption<T> option, String text) {
      return with(option, option.read(text));
    }

    /**
     * Builds the request and creates a registered attack with it.
     *
     * @param name the name, such as {@code "subsets"}
     * @return the attack
     * @throws IllegalArgumentException if no attack has this name, the access does not suffice, or
     *     an option is out of range
     */
    public LinkAttack attack(String name) {
      return LinkAttackProvider.named(name).create(build());
    }

    /** {@return an immutable request} */
    public AttackRequest build() {
      return new AttackRequest(this);
    }
  }
}
