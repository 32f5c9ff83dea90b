/** Days that are computed backwards from now are what a ledger that runs forwards has at each midnight. */
import { add, type Amount, negate, subtract, sum, ZERO } from '@tern/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween } from './days.ts';
import { addFlows, type Flows, NO_FLOWS, netOf } from './value-flows.ts';
import { type WorthDay, withoutRepeats, withRepeats, worthDays } from './worth-days.ts';

const DAYS = daysBetween('2026-02-25', '2026-03-06');
const ASSETS = ['USDT', 'BTC', 'ETH'];

/** Each coin has another price on each day; on one of the days there is none. */
const priceOf = (asset: string, day: string): bigint | undefined => {
  if (asset === 'USDT') return 1n;
  if (day === DAYS[6]) return undefined;
  return BigInt(7 + ((DAYS.indexOf(day) * 7919 + asset.length * 31 + asset.charCodeAt(0)) % 90));
};
const worthAt = (day: string, holdings: ReadonlyMap<string, Amount>): Amount | null => {
  const held = [...holdings].filter(([, amount]) => amount !== ZERO);
  if (held.some(([asset]) => priceOf(asset, day) === undefined)) return null;
  return sum(held.map(([asset, amount]) => (amount * priceOf(asset, day)!) as Amount));
};

interface Movement {
  readonly day: string;
  readonly asset: string;
  readonly amount: Amount;
  readonly flow: 'putIn' | 'takenOut' | 'inside';
}

const movement: fc.Arbitrary<Movement> = fc.record({
  day: fc.constantFrom(...DAYS),
  asset: fc.constantFrom(...ASSETS),
  amount: fc.bigInt({ min: -900n, max: 900n }).map((value) => value as Amount),
  flow: fc.constantFrom('putIn', 'takenOut', 'inside'),
});

const flowsOf = ({ day, asset, amount, flow }: Movement): Flows => {
  const worth = (amount * (priceOf(asset, day) ?? 0n)) as Amount;
  if (flow === 'inside') return NO_FLOWS;
  return flow === 'putIn'
    ? { putIn: worth, takenOut: ZERO }
    : { putIn: ZERO, takenOut: negate(worth) };
};

/** At the midnight that begins each day, by replay from the beginning. */
function replayed(movements: readonly Movement[]): WorthDay[] {
  return DAYS.map((day) => {
    const holdings = new Map<string, Amount>();
    let flows = NO_FLOWS;
    for (const each of movements.filter((other) => other.day < day)) {
      holdings.set(each.asset, add(holdings.get(each.asset) ?? ZERO, each.amount));
      flows = addFlows(flows, flowsOf(each));
    }
    return { day, worth: worthAt(day, holdings), ...flows };
  });
}

function computed(movements: readonly Movement[], days: readonly string[]): WorthDay[] {
  const holdings = new Map<string, Amount>();
  const flowsOfDays = new Map<string, Flows>();
  for (const each of movements) {
    holdings.set(each.asset, add(holdings.get(each.asset) ?? ZERO, each.amount));
    flowsOfDays.set(each.day, addFlows(flowsOfDays.get(each.day) ?? NO_FLOWS, flowsOf(each)));
  }
  const flows = [...flowsOfDays.values()].reduce(addFlows, NO_FLOWS);
  return worthDays({ holdings, changes: movements, flows, flowsOfDays }, days, worthAt);
}

describe('the days of a member', () => {
  it('are what a replay of any journal has at each midnight, whichever days are asked', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), fc.nat(9), (movements, from) => {
        const days = DAYS.slice(from);
        expect(computed(movements, days)).toEqual(replayed(movements).slice(from));
      }),
    );
  });

  it('add up exactly: the profit of a day is what prices and movements inside made of what was held', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
        const days = computed(movements, DAYS);
        for (const [index, after] of days.slice(1).entries()) {
          const before = days[index]!;
          if (before.worth === null || after.worth === null) continue;
          const change = subtract(after.worth, before.worth);
          const profit = subtract(change, subtract(netOf(after), netOf(before)));
          expect(profit).toBe(madeOn(before.day, after.day, movements));
        }
      }),
    );
  });

  it('are stored without repeats, and read with them', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 6 }), fc.nat(9), (movements, split) => {
        const days = computed(movements, DAYS);
        // In two passes, as on two days.
        const first = withoutRepeats(days.slice(0, split));
        const rows = [...first, ...withoutRepeats(days.slice(split), first.at(-1))];
        expect(withRepeats(rows, DAYS)).toEqual(days);
        const changed = days.filter((day, index) => {
          const before = days[index - 1] ?? { worth: ZERO, putIn: ZERO, takenOut: ZERO };
          return JSON.stringify(figures(day)) !== JSON.stringify(figures(before));
        });
        expect(rows).toEqual(changed);
      }),
    );
  });
});

/** Of what was held at the end of a day, the change of prices; and the value of what was neither put in nor taken out. */
function madeOn(day: string, next: string, movements: readonly Movement[]): Amount {
  const held = movements.filter((each) => each.day < next);
  const ofPrices = held.map(
    ({ asset, amount }) =>
      (amount * ((priceOf(asset, next) ?? 0n) - (priceOf(asset, day) ?? 0n))) as Amount,
  );
  const inside = movements.filter((each) => each.day === day && each.flow === 'inside');
  return add(
    sum(ofPrices),
    sum(inside.map(({ asset, amount }) => (amount * (priceOf(asset, day) ?? 0n)) as Amount)),
  );
}

const figures = ({ worth, putIn, takenOut }: Omit<WorthDay, 'day'>) =>
  [worth, putIn, takenOut].map(String);
