/** What the pages of monitoring show: the values of a form, what is wrong with them, and what a version changes. */
import type { Parameter, Rule, RuleVersion } from './api.ts';

/** What is typed, by the names of the parameters. */
export type Typed = Readonly<Record<string, string>>;

/** The version that waits, else the one in force, else what is usual. */
export function typedOf({ parameters, proposal, inForce }: Rule): Typed {
  const values = valuesOf(proposal ?? inForce);
  return Object.fromEntries(
    parameters.map(({ name, usual }) => [name, String(values.get(name) ?? usual)]),
  );
}

const valuesOf = (version: RuleVersion | null) =>
  new Map((version?.parameters ?? []).map(({ name, value }) => [name, value]));

const WHOLE = /^\d{1,10}$/;

export function isWithin(text: string, { min, max }: Pick<Parameter, 'min' | 'max'>): boolean {
  const value = Number(text);
  return WHOLE.test(text.trim()) && value >= min && value <= max;
}

/** As the call takes them; undefined while one is wrong. */
export function givenOf({ parameters }: Rule, typed: Typed) {
  if (!parameters.every((one) => isWithin(typed[one.name] ?? '', one))) return undefined;
  return parameters.map(({ name }) => ({ name, value: Number(typed[name]) }));
}

export interface Change {
  readonly name: string;
  readonly label: string;
  /** Null: there was no version. */
  readonly from: number | null;
  readonly to: number;
}

/** The values that a version has otherwise than the one in force. */
export function changesOf({ parameters, inForce }: Rule, version: RuleVersion): Change[] {
  const [before, after] = [valuesOf(inForce), valuesOf(version)];
  return parameters
    .map(({ name, label }) => ({
      name,
      label,
      from: before.get(name) ?? null,
      to: after.get(name) ?? 0,
    }))
    .filter(({ from, to }) => from !== to);
}
