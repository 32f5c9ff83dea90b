/** All rules by their keys, and the check of the values that people give them. */
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { FactKind } from '../facts.ts';
import { inAndOut, structuring, volumeJump } from './money-rules.ts';
import type { Rule, Values } from './rule.ts';
import { sharedAddress, sharedDevice } from './shared-rules.ts';
import { spoofing, washTrading } from './trading-rules.ts';

export const RULES = {
  structuring,
  inAndOut,
  volumeJump,
  sharedAddress,
  sharedDevice,
  washTrading,
  spoofing,
} as const satisfies Record<string, Rule>;

export type RuleKey = keyof typeof RULES;
export const ruleKeys = Object.keys(RULES) as RuleKey[];

/** @throws Error for a key that no rule has */
export function ruleOf(key: string): Rule {
  const rule = (RULES as Readonly<Record<string, Rule>>)[key];
  if (rule === undefined) throw new Error(`no rule ${key}`);
  return rule;
}

/** The position of which record decides what is new for a rule. */
export const sourceOf = (facts: FactKind): 'journal' | 'orders' =>
  facts === 'trades' || facts === 'book' ? 'orders' : 'journal';

/** What a new rule begins with. */
export const usualValues = ({ parameters }: Rule): Values =>
  Object.fromEntries(Object.entries(parameters).map(([name, { usual }]) => [name, usual]));

/** All parameters of a rule, each once and within its bounds. @throws invalid-request naming the first that is not */
export function readValues(
  { parameters }: Rule,
  given: readonly { readonly name: string; readonly value: number }[],
): Values {
  const wrong = (name: string) => new Refusal('invalid-request', { fields: [name] });
  const values = new Map(given.map(({ name, value }) => [name, value]));
  for (const name of values.keys()) if (!Object.hasOwn(parameters, name)) throw wrong(name);
  if (values.size !== given.length) throw wrong('parameters');
  for (const [name, { min, max }] of Object.entries(parameters)) {
    const value = values.get(name);
    if (value === undefined || !Number.isInteger(value) || value < min || value > max)
      throw wrong(name);
  }
  return Object.fromEntries(values);
}
