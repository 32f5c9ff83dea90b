/** A payout pays the rate of its approval: no submission, cancellation or delay gains money (ADR 29). */
import {
  add,
  type Amount,
  decimal,
  formatDecimal,
  notional,
  type Price,
  subtract,
  ZERO,
} from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { payouts } from '../src/features/money/funding/payout/payouts.ts';
import { cancelRequest } from '../src/features/money/funding/request/lifecycle.ts';
import { findRequest } from '../src/features/money/funding/request/list.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { changeSetting } from './support/change-setting.ts';
import { type FiatWorld, fiatWorld } from './support/fiat.ts';
import { balanceOf } from './support/journal.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { withoutGuards } from './support/tampering.ts';

const HOUR = 3_600_000;
const FEE = 5;

let world: FiatWorld;

beforeAll(async () => {
  world = await fiatWorld();
});
beforeEach(() => {
  world.clock.set(WEDNESDAY_NOON);
  world.swapDeps.tickAll();
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

async function withCard(funds: Record<string, string>) {
  const memberId = await world.member(funds);
  return { memberId, cardId: await world.card(memberId) };
}

const balance = (owner: number, asset: string) => balanceOf(world.database, owner, asset);
const shown = (memberId: number, id: number) =>
  findRequest(world.database, payouts, { memberId, id });
const btcAt = (price: string) => world.swapDeps.tick('btcusdt', price);
async function spreadIs(spread: string) {
  await changeSetting(world.database, 'swap.spread', spread);
  await world.deps.settings.refresh();
}
/** BTC into USD: 64,000 less 0.1 %. */
const bitcoin = { coin: 'BTC', num: '0.01' } as const;

describe('the rate of a payout', () => {
  it('is the rate at its approval, higher or lower, down to the minimum that the member set', async () => {
    const { memberId, cardId } = await withCard({});
    const up = await world.payOut(memberId, cardId, bitcoin);
    expect(up).toMatchObject({
      rate: '63936',
      received: '634.36',
      quotedReceived: '634.36',
      leastReceived: '631.19',
    });
    btcAt('65000');
    await world.pay(up.ID);
    expect(await shown(memberId, up.ID)).toMatchObject({
      status: 2,
      rate: '64935',
      received: '644.35',
      quotedRate: '63936',
      quotedReceived: '634.36',
      isVoided: false,
    });
    btcAt('64000');
    const down = await world.payOut(memberId, cardId, bitcoin);
    btcAt('63900');
    await world.pay(down.ID);
    expect(await shown(memberId, down.ID)).toMatchObject({ status: 2, received: '633.36' });
  });

  it('below the minimum returns the exact amount, with the reason and a notice', async () => {
    const { memberId, cardId } = await withCard({});
    const before = await balance(memberId, 'BTC');
    const { ID } = await world.payOut(memberId, cardId, bitcoin);
    btcAt('63600');
    await world.approve('payout', ID);
    expect(await shown(memberId, ID)).toMatchObject({
      status: 3,
      isVoided: true,
      received: '634.36',
      reason: 'At approval, the rate would have paid less than your minimum.',
    });
    expect(await balance(memberId, 'BTC')).toEqual(before);
    const page = { limit: 5, offset: 0 };
    const { notifications } = await listNotifications(world.database, memberId, page);
    expect(notifications[0]).toMatchObject({ kind: 'review.voided' });
  });

  it('pays exactly the minimum at the minimum, and nothing one unit below', async () => {
    const { memberId, cardId } = await withCard({});
    const exact = await world.payOut(memberId, cardId, { ...bitcoin, leastReceived: '633.36' });
    const above = await world.payOut(memberId, cardId, { ...bitcoin, leastReceived: '633.37' });
    btcAt('63900');
    await world.pay(exact.ID);
    await world.approve('payout', above.ID);
    expect(await shown(memberId, exact.ID)).toMatchObject({ status: 2, received: '633.36' });
    expect(await shown(memberId, above.ID)).toMatchObject({ status: 3, isVoided: true });
  });

  it.each(['0', '-1', 'x', '631.191'])(
    'cannot be requested with a minimum of %s',
    async (least) => {
      const { memberId, cardId } = await withCard({});
      const asked = world.payOut(memberId, cardId, { ...bitcoin, leastReceived: least });
      await expect(asked).rejects.toMatchObject({
        code: 5001,
        detail: { fields: ['leastReceived'] },
      });
    },
  );

  it('needs a fresh price and an open market at approval; until then the payout waits', async () => {
    const { memberId, cardId } = await withCard({});
    const { ID } = await world.payOut(memberId, cardId, bitcoin);
    const { first, second } = world.operators;
    await world.agree('payout', first, ID, 'first');
    world.clock.advance(6_000);
    await expect(world.agree('payout', second, ID, 'second')).rejects.toMatchObject({ code: 5005 });
    expect(await shown(memberId, ID)).toMatchObject({ status: 1 });
    world.swapDeps.tickAll();
    await world.agree('payout', second, ID, 'second');
    expect(await shown(memberId, ID)).toMatchObject({ status: 1, isApproved: true });
  });

  it('is shown to reviewers with its change since the submission, and whether approval would return the payout', async () => {
    const { memberId, cardId } = await withCard({});
    const { ID } = await world.payOut(memberId, cardId, bitcoin);
    const rowsOf = async () => {
      const { evidence } = await world.detailOf('payout', ID);
      const rows = evidence.rows.map(({ label, values, isEqual }) => [
        label,
        { now: values[1], isEqual },
      ]);
      return { summary: evidence.summary, ...Object.fromEntries(rows) };
    };
    const { hash } = await world.detailOf('payout', ID);
    btcAt('64320');
    expect(await rowsOf()).toMatchObject({
      Drift: { now: '+0.50 %' },
      Pays: { now: '637.55 USD' },
      'Least to pay': { now: 'Above: approval pays', isEqual: true },
    });
    btcAt('63600');
    expect(await rowsOf()).toMatchObject({
      summary: expect.stringContaining('approval returns everything') as string,
      Drift: { now: '−0.62 %' },
      'Least to pay': { isEqual: false },
    });
    world.clock.advance(6_000);
    expect(await rowsOf()).toMatchObject({ Rate: { now: 'No price right now' } });
    expect((await world.detailOf('payout', ID)).hash, 'the facts do not drift').toBe(hash);
  });

  it('is set by the approval alone, never below the minimum, whatever writes it', async () => {
    const { memberId, cardId } = await withCard({});
    const { ID } = await world.payOut(memberId, cardId, bitcoin);
    const paid = withoutGuards(
      world.fresh,
      `update payouts set state = 'approved', received = 631.18 where id = ${ID}`,
    );
    await expect(paid).rejects.toThrow('payouts_never_below_least');
  });

  it('keeps the fee and the spread of the submission', async () => {
    const { memberId, cardId } = await withCard({});
    const { ID } = await world.payOut(memberId, cardId, bitcoin);
    await spreadIs('0.003');
    try {
      await world.pay(ID);
      expect(await shown(memberId, ID)).toMatchObject({ status: 2, received: '634.36' });
    } finally {
      await spreadIs('0.001');
    }
  });
});

describe('a payout as an option', () => {
  /** The value received less the value paid at the reference price of that moment, in USD. */
  async function gainOf(id: number, price: string): Promise<Amount> {
    const { state, received, fee, amount } = await world.payout(id);
    if (state !== 'approved') return ZERO;
    const worth = notional(decimal<Price>(price), amount, 'down');
    return subtract(add(received, fee), worth);
  }

  it('requested again 21 times while the price rises gains nothing when it then falls by 34 basis points', async () => {
    const { memberId, cardId } = await withCard({});
    let price = 64_000;
    let { ID } = await world.payOut(memberId, cardId, bitcoin);
    for (let turn = 0; turn < 21; turn += 1) {
      world.clock.advance(2 * HOUR);
      price += 20;
      world.swapDeps.tickAll();
      btcAt(String(price));
      await cancelRequest(world.deps, payouts, { memberId, id: ID, key: undefined });
      ({ ID } = await world.payOut(memberId, cardId, bitcoin));
    }
    const fallen = (price * 0.9966).toFixed(2);
    btcAt(fallen);
    await world.approve('payout', ID);
    expect((await world.payout(ID)).state).toBe('approved');
    expect(await gainOf(ID, fallen)).toBeLessThan(ZERO);
  });

  const step = fc.record({
    /** Basis points the price moves. */
    move: fc.integer({ min: -120, max: 120 }),
    act: fc.constantFrom('wait', 'undo', 'approve'),
    least: fc.constantFrom(undefined, '1', 'all'),
  });

  it('cancelled, requested again or left alone at any moment is never worth more than zero', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        world.clock.set(WEDNESDAY_NOON);
        const { memberId, cardId } = await withCard({});
        let price = 64_000;
        let open: number | undefined;
        for (const { move, act, least } of steps) {
          world.clock.advance(60_000);
          price = Math.round(price * (10_000 + move)) / 10_000;
          world.swapDeps.tickAll();
          const now = price.toFixed(2);
          btcAt(now);
          const before = await balance(memberId, 'BTC');
          if (open === undefined) {
            const whole = String(Math.floor(Number(now) * 0.00999 - FEE));
            const leastReceived = least === 'all' ? whole : least;
            open = (await world.payOut(memberId, cardId, { ...bitcoin, leastReceived })).ID;
          } else if (act === 'undo') {
            await cancelRequest(world.deps, payouts, { memberId, id: open, key: undefined });
            expect(await balance(memberId, 'BTC')).toEqual(returned(before));
            open = undefined;
          } else if (act === 'approve') {
            await world.approve('payout', open);
            const { state, received, leastReceived } = await world.payout(open);
            ends.add(state);
            expect(await gainOf(open, now)).toBeLessThanOrEqual(ZERO);
            if (state === 'approved') {
              expect(received).toBeGreaterThanOrEqual(leastReceived);
              await world.bankSends(open);
            } else expect(await balance(memberId, 'BTC')).toEqual(returned(before));
            open = undefined;
          }
        }
      }),
      { numRuns: 25 },
    );
    expect(ends).toEqual(new Set(['approved', 'rejected']));
  }, 120_000);

  const returned = ({ available, held }: Record<string, string>) => ({
    available: formatDecimal(add(decimal<Amount>(available!), decimal<Amount>(held!))),
  });
});
