/** Rewards of random invitations, trades, swaps and reversals, compared with a naive model. */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  portion,
  quantize,
  type Rate,
  subtract,
  ZERO,
} from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRewards } from '../src/features/account/invitation/show-invitations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import {
  faultsOf,
  exchangeSums,
  type InvitationFloor,
  invitationFloor,
  reverseNewestSwap,
} from './support/invitations.ts';
import { manualClock, WEDNESDAY_NOON } from './support/market.ts';

const SHARES = ['0.2', '0.1', '0.05'].map((share) => decimal<Rate>(share));
const ALL_SHARES = decimal<Rate>('0.35');
/** BTC, BNB and USDT. */
const SCALES: Readonly<Record<string, number>> = { BTC: 8, BNB: 8, USDT: 6 };
const PEOPLE = 6;

const clock = manualClock();
let fresh: FreshDatabase;
let floor: InvitationFloor;

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await invitationFloor(fresh.database, clock);
  clock.set(WEDNESDAY_NOON + 60_000);
});
afterAll(async () => {
  await floor.close();
  await fresh.drop();
});

const person = fc.integer({ min: 0, max: PEOPLE - 1 });
const act = fc.oneof(
  fc.record({
    kind: fc.constant('swap' as const),
    who: person,
    cents: fc.integer({ min: 100, max: 200_000 }),
  }),
  fc.record({
    kind: fc.constant('trade' as const),
    who: person,
    other: person,
    lots: fc.integer({ min: 10, max: 400 }),
  }),
  fc.record({ kind: fc.constant('reverse' as const), who: person }),
  fc.record({ kind: fc.constant('pay' as const), who: person }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
/** For each person the one who invited them, an earlier one, or nobody. */
const inviters = fc.tuple(
  ...Array.from({ length: PEOPLE }, (_, place) => fc.integer({ min: -1, max: place - 1 })),
);

interface Fee {
  readonly who: number;
  readonly asset: string;
  readonly fee: Amount;
  isReversed: boolean;
  /** What each level above received for it. */
  paid: readonly Amount[];
}

/** Pays the fees of one batch: each record is rounded once, and its fees divide it in their order. */
function payBatch(invitedBy: readonly number[], batch: readonly Fee[]): void {
  const records = new Map<string, { fees: Amount; paid: Amount }>();
  for (const each of batch.filter(({ isReversed }) => !isReversed)) {
    let above = invitedBy[each.who]!;
    const earned: Amount[] = [];
    for (const [level, share] of SHARES.entries()) {
      if (above === -1) break;
      const key = `${above} ${level} ${each.asset}`;
      const before = records.get(key) ?? { fees: ZERO, paid: ZERO };
      const fees = add(before.fees, each.fee);
      const paid = quantize(portion(fees, share, 'down'), SCALES[each.asset]!, 'down');
      records.set(key, { fees, paid });
      earned.push(subtract(paid, before.paid));
      above = invitedBy[above]!;
    }
    each.paid = earned;
  }
}

/** What each person should have received, by asset. */
function expected(invitedBy: readonly number[], fees: readonly Fee[]): Map<string, Amount> {
  const due = new Map<string, Amount>();
  for (const { who, asset, paid } of fees.filter(({ isReversed }) => !isReversed)) {
    let above = invitedBy[who]!;
    for (const amount of paid) {
      const key = `${above} ${asset}`;
      if (amount > 0n) due.set(key, add(due.get(key) ?? ZERO, amount));
      above = invitedBy[above]!;
    }
  }
  return due;
}

/** Trades before swaps, each oldest first. */
const inOrder = (fees: readonly Fee[]) => [
  ...fees.filter(({ asset }) => asset !== 'BTC'),
  ...fees.filter(({ asset }) => asset === 'BTC'),
];

async function play(invitedBy: readonly number[], acts: readonly Act[]) {
  floor.tickAll();
  const ids: number[] = [];
  for (const inviter of invitedBy) {
    ids.push((await floor.chain(1, inviter === -1 ? null : ids[inviter]!))[0]!);
  }
  const fees: Fee[] = [];
  let paidCount = 0;
  const pay = async () => {
    await floor.pay();
    payBatch(invitedBy, inOrder(fees.slice(paidCount)));
    paidCount = fees.length;
  };
  const unpaid = { isReversed: false, paid: [] };
  const newestSwaps = new Map<number, Fee>();
  for (const each of acts) {
    const { who } = each;
    if (each.kind === 'swap') {
      const done = await floor.swap(ids[who]!, formatDecimal(decimal(String(each.cents)) / 100n));
      const fee = { who, asset: 'BTC', fee: decimal<Amount>(done.fee), ...unpaid };
      fees.push(fee);
      newestSwaps.set(who, fee);
    } else if (each.kind === 'trade' && each.other !== who) {
      const quantity = decimal<Amount>(String(each.lots)) / 1000n;
      const trade = {
        buyer: ids[who]!,
        seller: ids[each.other]!,
        quantity: formatDecimal(quantity),
      };
      await floor.trade(trade);
      const fee = (quantity / 1000n) as Amount;
      fees.push({ who, asset: 'BNB', fee, ...unpaid });
      fees.push({ who: each.other, asset: 'USDT', fee: (fee * 500n) as Amount, ...unpaid });
    } else if (each.kind === 'reverse' && newestSwaps.has(who)) {
      await reverseNewestSwap(fresh.database, ids[who]!);
      newestSwaps.get(who)!.isReversed = true;
    } else if (each.kind === 'pay') {
      await pay();
    }
  }
  await pay();
  return { ids, fees };
}

it('every level gets its share of the fees that were paid and not reversed, and nothing more', async () => {
  await fc.assert(
    fc.asyncProperty(
      inviters,
      fc.array(act, { minLength: 5, maxLength: 15 }),
      async (invitedBy, acts) => {
        const { ids, fees } = await play(invitedBy, acts);
        const paid = new Map<string, Amount>();
        for (const [place, id] of ids.entries()) {
          const { list } = await listRewards(floor, id, { pageSize: 100 });
          for (const { coinname, amount } of list) {
            const key = `${place} ${coinname}`;
            paid.set(key, add(paid.get(key) ?? ZERO, decimal<Amount>(amount)));
          }
        }
        const received = [...paid].filter(([, amount]) => amount !== ZERO);
        expect(new Map(received)).toEqual(expected(invitedBy, fees));
        for (const sums of await exchangeSums(fresh.database)) {
          const most = portion(sums.fees ?? ZERO, ALL_SHARES, 'down');
          expect((sums.paid ?? ZERO) <= most).toBe(true);
        }
      },
    ),
    { numRuns: 10 },
  );
  expect(await faultsOf(fresh.database)).toEqual([]);
});
