/** Reads the parameters and bodies of signed requests, and refuses invalid ones with HTX's errors. */
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import type { OrderKind, OrderState } from '../../../../trading/spot/index.ts';
import { HtxFault } from '../../../keys/index.ts';
import { kindsByType } from '../order-types.ts';

/** Named values of a query or of a JSON body. */
export type Inputs = Readonly<Record<string, unknown>>;

export const formatError = (name: string): HtxFault =>
  new HtxFault('validation-format-error', `Format Error: ${name}.`);

export const missing = (name: string): HtxFault =>
  new HtxFault('validation-constraints-required', `Field is missing: ${name}.`);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for invalid JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws bad-request, for anything but a JSON object */
export function bodyOf(text: string): Inputs {
  const value = jsonOf(text === '' ? '{}' : text);
  if (isObject(value)) return { ...value };
  throw new HtxFault('bad-request', 'The body is not a JSON object.');
}

/** @throws bad-request, for anything but a JSON list of 1 to `max` objects */
export function objectsIn(inputs: Inputs, name: string, max: number): Inputs[] {
  const list = inputs[name];
  const isRight = Array.isArray(list) && list.length > 0 && list.length <= max;
  if (isRight && list.every(isObject)) return list.map((each) => ({ ...each }));
  throw new HtxFault('bad-request', `The body is not a JSON list of 1 to ${max} objects.`);
}

export const listBodyOf = (text: string, name: string): Inputs => ({ [name]: jsonOf(text) });

/** Text or number, as text; undefined when absent or empty. @throws validation-format-error */
export function textIn(inputs: Inputs, name: string): string | undefined {
  const value = inputs[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.includes('\0')) throw formatError(name);
  return value;
}

/**
 * The distinct names of `a,b,c`, at most `max` of them, as each costs a query or a search. Undefined when absent.
 * @throws validation-format-error
 */
export function namesIn(
  inputs: Inputs,
  name: string,
  max: number = NAMES_MAX,
): string[] | undefined {
  const text = textIn(inputs, name);
  if (text === undefined) return undefined;
  const listed = text.split(',', LISTED_MAX + 1);
  const names = [...new Set(listed)];
  if (listed.length > LISTED_MAX || names.length > max) throw formatError(name);
  return names;
}

const NAMES_MAX = 20;
/** Names of a list, repeated ones included: a body has room for thousands. */
const LISTED_MAX = 100;

const EXPONENT = /^(\d*)(?:\.(\d*))?e([+-]?\d{1,2})$/i;

/**
 * An amount or price as plain decimal text: `1.7232e-05`, as programs print floats, becomes 0.000017232 exactly. Text that is not
 * a number is returned unchanged, for the order to refuse.
 */
export function decimalIn(inputs: Inputs, name: string): string | undefined {
  const text = textIn(inputs, name);
  const [, whole = '', fraction = '', exponent = ''] = EXPONENT.exec(text ?? '') ?? [];
  const digits = whole + fraction;
  if (digits === '') return text;
  const point = whole.length + Number(exponent);
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(point, '0');
  const place = Math.max(point, 1);
  let end = padded.length;
  while (end > place && padded[end - 1] === '0') end -= 1;
  const places = padded.slice(place, end);
  return places === '' ? padded.slice(0, place) : `${padded.slice(0, place)}.${places}`;
}

/** A whole number of at most 15 digits. */
export function wholeIn(inputs: Inputs, name: string): number | undefined {
  const text = textIn(inputs, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw formatError(name);
  return Number(text);
}

/**
 * Ids of other exchanges may be longer than ours: they are well-formed, but unknown.
 * @throws validation-format-error, not-found
 */
export function idIn(text: string): number {
  if (!/^[1-9]\d{0,19}$/.test(text)) throw formatError('order-id');
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw new Refusal('not-found');
  return id;
}

/** A larger size is reduced to `max`: clients page by what they receive, and would take a refusal for the end. */
export function sizeIn(inputs: Inputs, fallback: number, max: number): number {
  const size = wholeIn(inputs, 'size') ?? fallback;
  if (size < 1) throw formatError('size');
  return Math.min(size, max);
}

/** `next`, the default, means older rows. */
export function directionIn(inputs: Inputs): 'next' | 'prev' {
  const direct = textIn(inputs, 'direct') ?? 'next';
  if (direct !== 'next' && direct !== 'prev') throw formatError('direct');
  return direct;
}

function sideIn(inputs: Inputs): 'buy' | 'sell' | undefined {
  const side = textIn(inputs, 'side');
  if (side !== undefined && side !== 'buy' && side !== 'sell') throw formatError('side');
  return side;
}

/** Epoch milliseconds, both included. */
export function spanIn(inputs: Inputs): { since: number | undefined; until: number | undefined } {
  const since = wholeIn(inputs, 'start-time');
  const until = wholeIn(inputs, 'end-time');
  if (since !== undefined && until !== undefined && since > until) throw formatError('start-time');
  return { since, until };
}

/** Letters, digits and the punctuation that clients use. */
export function clientOrderIdIn(inputs: Inputs, name = 'client-order-id'): string | undefined {
  const text = textIn(inputs, name);
  if (text === undefined || /^[\w.:-]{1,64}$/.test(text)) return text;
  throw new HtxFault('invalid-client-order-id', `Invalid ${name}: 1 to 64 of A-Z a-z 0-9 _ . : -`);
}

/** `types=buy-limit,sell-limit-maker`; undefined when absent. @throws validation-format-error */
export function kindsIn(inputs: Inputs): OrderKind[] | undefined {
  const types = namesIn(inputs, 'types');
  const side = sideIn(inputs);
  if (types === undefined && side === undefined) return undefined;
  const kinds = (types ?? [...kindsByType.keys()]).map((type) => kindsByType.get(type));
  return kinds.filter((kind) => {
    if (kind === undefined) throw formatError('types');
    return side === undefined || kind.startsWith(side);
  }) as OrderKind[];
}

/** Waiting or in the book. */
export const OPEN_STATES = [
  'waiting-empty',
  'open-empty',
  'open-partly',
] as const satisfies OrderState[];

/** Our states by HTX's names; empty for states that our orders never have. */
const statesByName: Record<string, OrderState[]> = {
  created: ['waiting-empty'],
  'pre-submitted': [],
  submitting: [],
  submitted: ['open-empty'],
  'partial-filled': ['open-partly'],
  filled: ['filled-partly', 'filled-empty'],
  canceling: [],
  canceled: ['cancelled-empty'],
  'partial-canceled': ['cancelled-partly'],
};

/** @throws validation-constraints-required, validation-format-error */
export function statesIn(inputs: Inputs): OrderState[] {
  const states = namesIn(inputs, 'states');
  if (states === undefined) throw missing('states');
  return states.flatMap((name) => {
    const known = statesByName[name];
    if (known === undefined) throw formatError('states');
    return known;
  });
}

/** A list of strings or numbers in a body. */
export function listIn(inputs: Inputs, name: string, max: number): string[] | undefined {
  const list = inputs[name];
  if (list === undefined || list === null) return undefined;
  if (!Array.isArray(list) || list.length > max) throw formatError(name);
  return list.map((each) => textIn({ [name]: each }, name) ?? '');
}

/** @throws validation-format-error for anything else */
export function choiceIn<const Choice extends string>(
  inputs: Inputs,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textIn(inputs, name);
  const choice = choices.find((each) => each === text);
  if (text !== undefined && choice === undefined) throw formatError(name);
  return choice;
}
