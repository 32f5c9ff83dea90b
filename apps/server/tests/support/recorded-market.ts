/** A market with everything that a record can have: orders of three members, quotes, refusals, conditional orders. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { type Amount, decimal, type Price } from '@tern/money';
import { expect } from 'vitest';
import type { Engines } from '../../src/features/trading/spot/engines.ts';
import { placeOrder } from '../../src/features/trading/spot/place-order.ts';
import { bytea, date, int8, text } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import type { ManualClock, SpotDependencies } from './market.ts';

export interface PlacedTerms {
  side: 'buy' | 'sell';
  price?: string;
  quantity: string;
  timeInForce?: 'post-only' | 'fill-or-kill' | 'immediate-or-cancel';
}

/** What is read when it is needed: the engines begin anew. */
interface Recorded {
  engines: () => Engines;
  deps: () => SpotDependencies;
  members: () => readonly number[];
  clock: ManualClock;
}

/** `day` trades for a minute, and returns the id of its first order. `said`: by the id of an order, what its answer said, if the engines have `signing`. */
export function recordedMarket({ engines, deps, members, clock }: Recorded) {
  const said = new Map<number, string>();
  const place = async (member: number, { side, price, quantity, timeInForce }: PlacedTerms) => {
    const placed = await placeOrder(engines(), {
      memberId: members()[member]!,
      symbol: 'bnbusdt',
      side,
      type: price === undefined ? 'market' : 'limit',
      price,
      quantity: price === undefined && side === 'buy' ? undefined : quantity,
      total: price === undefined && side === 'buy' ? quantity : undefined,
      timeInForce,
      key: undefined,
    });
    said.set(placed.order.ID, placed.confirmation!);
    return placed;
  };
  const market = () => engines().find('bnbusdt')!;
  const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow();

  const day = async (): Promise<number> => {
    deps().tick('bnbusdt', '500');
    const first = await place(0, { side: 'buy', price: '499', quantity: '0.3' });
    await place(1, { side: 'buy', price: '499', quantity: '0.1' });
    // Quotes that match nothing are not recorded by themselves.
    deps().tick('bnbusdt', '500.5');
    await place(2, { side: 'buy', quantity: '60' });
    await place(2, { side: 'sell', quantity: '0.02' });
    await place(0, { side: 'sell', price: '505', quantity: '0.2', timeInForce: 'post-only' });
    await place(0, { side: 'buy', price: '505', quantity: '0.1', timeInForce: 'post-only' });
    await place(0, { side: 'buy', price: '506', quantity: '9', timeInForce: 'fill-or-kill' });
    await refused(place(1, { side: 'buy', price: '499', quantity: '900' }));
    await market().submit({
      kind: 'amend',
      memberId: members()[0]!,
      orderId: first.order.ID,
      limitPrice: undefined,
      quantity: decimal<Amount>('0.25'),
      key: undefined,
    });
    // The exchange withdraws its quotes: members trade with each other.
    clock.advance(60_000);
    await place(2, { side: 'sell', price: '498', quantity: '0.28' });
    // One member's own order is next: the rest is dropped.
    await place(1, { side: 'sell', price: '498', quantity: '0.2' });
    await refused(
      market().submit({
        kind: 'cancel',
        memberId: members()[2]!,
        orderId: first.order.ID,
        key: undefined,
      }),
    );
    // One batch, each command received later than the one before.
    const wait = (triggerPrice: string, targetPrice?: string) => {
      clock.advance(1);
      const amounts = { rate: undefined, startPrice: undefined, limitPrice: undefined };
      return market().submit({
        kind: 'place-conditional',
        memberId: members()[2]!,
        terms: {
          kind: 'market',
          side: 'sell',
          watches: 'reference',
          triggerPrice: decimal<Price>(triggerPrice),
          quantity: decimal<Amount>('0.02'),
          budget: undefined,
          ...amounts,
        },
        targetPrice: targetPrice === undefined ? undefined : decimal<Price>(targetPrice),
        source: 'app',
        key: undefined,
      });
    };
    deps().tick('bnbusdt', '500');
    const together = [
      wait('508'),
      wait('490', '530'),
      refused(wait('500')),
      place(1, { side: 'buy', price: '480', quantity: '0.1' }),
    ];
    clock.advance(5);
    await Promise.all(together);
    // New quotes take what rests across their price, which meets an order that waits.
    deps().tick('bnbusdt', '510');
    await place(1, { side: 'sell', price: '520', quantity: '0.1' });
    return first.order.ID;
  };
  const evidence = generateKeyPairSync('ed25519');
  const key = evidence.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const signing = {
    sign: async (text: string) => sign(null, Buffer.from(text), evidence.privateKey),
  };
  return { place, day, said, signing, publicKey: [key.toString('hex')] };
}

export const recorded = defineQuery({
  name: 'test.recorded',
  text: `select first_number, last_number, lines from spot_commands where instrument_id = (select id from instruments where symbol = 'bnbusdt') order by last_number`,
  params: [],
  row: { firstNumber: int8, lastNumber: int8, lines: text },
});

export const recordFiles = defineQuery({
  name: 'test.recordFiles',
  text: 'select day, file from spot_record_files order by day',
  params: [],
  row: { day: date, file: bytea },
});

export const keptBooks = defineQuery({
  name: 'test.keptBooks',
  text: 'select number, book from spot_record_books order by number',
  params: [],
  row: { number: int8, book: bytea },
});

export const logEntries = defineQuery({
  name: 'test.logEntries',
  text: 'select entry from public_log_entries order by index',
  params: [],
  row: { entry: bytea },
});
