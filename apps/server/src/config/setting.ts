/** The description of a setting of the deployment, declared beside the code that reads it; docs/configuration.md is made from it. */

export interface SettingDescription {
  /** What it does, as one sentence. */
  readonly description: string;
  /** The allowed values, with their unit. */
  readonly format: string;
  /** What applies without it; absent: nothing. */
  readonly default?: string;
  /** The mistake that it, or its check, prevents. */
  readonly rationale: string;
  /** The same in all instances of a deployment: one that differs does not start. Never for a secret. */
  readonly isShared?: true;
}

/** The descriptions by the name of the environment variable. */
export type Descriptions<Name extends string = string> = Readonly<Record<Name, SettingDescription>>;

/** Keeps the names, so that code can read only settings that are described. */
export const describeSettings = <const Name extends string>(
  descriptions: Descriptions<Name>,
): Descriptions<Name> => descriptions;

/** The value of a variable without surrounding spaces; undefined when it is absent or empty. */
export type Given<Name extends string> = (name: Name) => string | undefined;

/** The names that a set of descriptions has. */
export type NameOf<D> = D extends Descriptions<infer Name> ? Name : never;
