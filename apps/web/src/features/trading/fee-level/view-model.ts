/** What a fee level means: the way to the next one, what that would have saved, and what it costs to get there. Pure. */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  type Rate,
  portion,
  subtract,
  sum,
  ZERO,
} from '@tern/money';
import type { Output, RowOf } from '@tern/protocol/client';

export type FeeLevel = Output<'GET /fee/level'>['refeelevel'];
export type Level = FeeLevel['levels'][number];

export interface NextLevel {
  readonly level: number;
  /** All amounts in USDT. */
  readonly from: string;
  readonly toGo: string;
  /** What the 30 days would have cost on it; undefined unless that is less. */
  readonly saving: { readonly cost: string; readonly less: string } | undefined;
  /** What trading the rest at once would cost now. */
  readonly costToGet: string;
}

const cents = (amount: Amount) => formatDecimal(amount);

/** What was paid in the 30 days. Units: USDT. */
export const feesOf = ({ orderFees, swapFees }: FeeLevel): string =>
  cents(add(decimal(orderFees), decimal(swapFees)));

/** Undefined on the highest level. */
export function nextLevelOf(own: FeeLevel): NextLevel | undefined {
  const next = own.levels.find(({ level }) => level === own.level + 1);
  if (next === undefined) return undefined;
  const from = decimal(next.from);
  const traded = decimal(own.traded);
  const toGo = traded < from ? subtract(from, traded) : ZERO;
  const cost = sum([
    portion(decimal(own.waited), decimal<Rate>(next.maker), 'up'),
    portion(decimal(own.atOnce), decimal<Rate>(next.taker), 'up'),
    decimal<Amount>(own.swapFees),
  ]);
  const less = subtract(decimal(feesOf(own)), cost);
  return {
    level: next.level,
    from: next.from,
    toGo: cents(toGo),
    saving: less > ZERO ? { cost: cents(cost), less: cents(less) } : undefined,
    costToGet: cents(portion(toGo, decimal<Rate>(own.taker), 'up')),
  };
}

export interface ComingLevels {
  /** They hold from the first day that begins then. */
  readonly effectiveAt: string;
  readonly levels: readonly Level[];
}

const KEY = 'spot.feeLevels';

/** Announced levels that no day has yet: the next ones. */
export function comingLevels(
  changes: readonly RowOf<'GET /base/announcedChanges'>[],
): ComingLevels | undefined {
  const [next] = changes
    .filter(({ key, state }) => key === KEY && state === 'announced')
    .toSorted((left, right) => (left.effectiveAt < right.effectiveAt ? -1 : 1));
  if (next === undefined) return undefined;
  const document = JSON.parse(next.value) as Record<string, string>;
  const levels = Object.keys(document).flatMap((name) => {
    const [, level] = /^maker(\d+)$/.exec(name) ?? [];
    if (level === undefined) return [];
    const [from = '0', maker = '0', taker = '0'] = ['from', 'maker', 'taker'].map(
      (each) => document[each + level],
    );
    return [{ level: Number(level), from, maker, taker }];
  });
  return {
    effectiveAt: next.effectiveAt,
    levels: levels.toSorted((left, right) => left.level - right.level),
  };
}
