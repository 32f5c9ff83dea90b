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
  /** A number at the end gives further ones, from `_2` to `_9`: one more thing of the same kind. */
  readonly isNumbered?: true;
}

/** The descriptions by the name of the environment variable. */
export type Descriptions<Name extends string = string> = Readonly<Record<Name, SettingDescription>>;

/** Keeps the names, so that code can read only settings that are described. */
export const describeSettings = <const Name extends string>(
  descriptions: Descriptions<Name>,
): Descriptions<Name> => descriptions;

const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The ends of the names of numbered settings, the plain name first. */
export const numberedEnds: readonly string[] = ['', ...NUMBERS.map((number) => `_${number}`)];

/** All settings of the sections, with the further ones of those that are numbered. */
export function allSettings(sections: Iterable<Descriptions>): Descriptions {
  const each = [...sections].flatMap((section) => Object.entries(section));
  const further = each.flatMap(([name, setting]) =>
    (setting.isNumbered === true ? numberedEnds : ['']).map(
      (end) => [`${name}${end}`, setting] as const,
    ),
  );
  return Object.fromEntries(further);
}

/** The value of a variable without surrounding spaces; undefined when it is absent or empty. */
export type Given<Name extends string> = (name: Name) => string | undefined;

/** The names that a set of descriptions has. */
export type NameOf<D> = D extends Descriptions<infer Name> ? Name : never;

/** Whether a text is the address of a web service, without user, ? and #. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}
