/** The levels, as operators announce them. */
import { type Amount, decimal, type Rate, ZERO } from '@tern/money';
import { settingOf } from '../../../kernel/settings/settings.ts';

/** A level; the first is 1. */
export interface FeeLevel {
  readonly level: number;
  /** The least traded in 30 days. Units: USDT. */
  readonly from: Amount;
  /** Of an order that waits in the book, and of one that fills immediately. */
  readonly maker: Rate;
  readonly taker: Rate;
}

const KEY = 'spot.feeLevels';
const RATE_MAX = decimal<Rate>('0.01');

/** By level: what has to be traded, and the rates. */
const fallbacks = [
  ['0', '0.001', '0.001'],
  ['50000', '0.0009', '0.00095'],
  ['250000', '0.00075', '0.0009'],
  ['1000000', '0.0006', '0.0008'],
  ['5000000', '0.0004', '0.0007'],
  ['20000000', '0.0002', '0.0006'],
] as const;

const partsOf = (level: number) => {
  const from = { name: `from${level}`, label: `Level ${level}, from USDT in 30 days` };
  const rates = [
    { name: `maker${level}`, label: `Level ${level}, orders that wait` },
    { name: `taker${level}`, label: `Level ${level}, orders that fill immediately` },
  ];
  return level === 1 ? rates : [from, ...rates];
};

/**
 * Reads a stored document, `{"maker1": "0.001", "taker1": "0.001", "from2": "50000", …}`; ascending.
 * @throws Error when a level is not from more than the one before, or at higher rates
 */
export function parseLevels(value: unknown): readonly FeeLevel[] {
  if (typeof value !== 'object' || value === null) throw new Error(`setting ${KEY} has no fields`);
  const document = value as Record<string, unknown>;
  const levels: FeeLevel[] = [];
  for (let level = 1; level <= fallbacks.length; level += 1) {
    const read = {
      level,
      from: level === 1 ? ZERO : decimal<Amount>(String(document[`from${level}`])),
      maker: decimal<Rate>(String(document[`maker${level}`])),
      taker: decimal<Rate>(String(document[`taker${level}`])),
    };
    const before = levels.at(-1);
    const isAfter =
      before === undefined ||
      (read.from > before.from && read.maker <= before.maker && read.taker <= before.taker);
    const areRates = [read.maker, read.taker].every((rate) => rate >= 0n && rate <= RATE_MAX);
    if (!isAfter || !areRates) throw new Error(`setting ${KEY}: level ${level} does not follow`);
    levels.push(read);
  }
  return levels;
}

export const feeLevels = settingOf({
  key: KEY,
  name: 'Fee levels',
  effect: 'Members who traded more in 30 days pay less for new orders, from the next day on.',
  form: {
    kind: 'fields',
    parts: fallbacks.flatMap((_level, at) =>
      partsOf(at + 1).map((part) => ({ ...part, isNumber: false })),
    ),
  },
  range:
    'each level from more than the one before and at no higher rates; rates from 0 to 0.01: more would take a hundredth of what a member trades',
  fallback: Object.fromEntries(
    fallbacks.flatMap(([from, maker, taker], at) => [
      ...(at === 0 ? [] : [[`from${at + 1}`, from]]),
      [`maker${at + 1}`, maker],
      [`taker${at + 1}`, taker],
    ]),
  ),
  parse: parseLevels,
});
