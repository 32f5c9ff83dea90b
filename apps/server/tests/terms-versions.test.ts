import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { listOfferedCoins } from '../src/features/money/assets/list-offered-coins.ts';
import { listCurrencies } from '../src/features/money/funding/currencies/currencies.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { balanceOf } from './support/journal.ts';
import { EUR, TRC20, type TermsWorld, termsWorld } from './support/terms.ts';

const HOUR = 3_600_000;
let world: TermsWorld;

beforeAll(async () => {
  world = await termsWorld();
});
beforeEach(() => world.swapDeps.tickAll());
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, fields: error.detail.fields };
    },
  );
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work))?.code ?? 0;
const network = async (code = 'TRC20') => {
  const coins = await listOfferedCoins(
    world.database,
    {
      assets: world.deps.assets,
      rails: { carry: () => true },
    },
    'en',
  );
  const usdt = coins.find(({ coinname }) => coinname === 'USDT')!;
  return usdt.networks.find(({ czline }) => czline === code)!;
};
const currency = async (code: string) => {
  const list = await listCurrencies(world.deps);
  return list.find(({ coinname }) => coinname === code)!;
};

describe('a change of the terms of a network', () => {
  it('is announced with old and new value after the second approval, and applies from its time on', async () => {
    const { clock } = world;
    const effectiveAt = clock.now() + 2 * HOUR;
    const id = await world.propose({ outMin: '20', outFee: '2' }, { effectiveAt });
    expect((await world.changes()).coming).toEqual([]);
    const { first } = world.operators;
    expect(await codeOf(world.reviewQueue.claim(first, id))).toBe(5032);
    await world.approve(id);
    const at = new Date(effectiveAt).toISOString();
    expect((await world.changes()).coming).toMatchObject([
      {
        key: TRC20,
        kind: 'network',
        coinname: 'USDT',
        czline: 'TRC20',
        effectiveAt: at,
        reason: 'A regular change of limits and fees.',
        changes: [
          { field: 'outMin', from: '10', to: '20' },
          { field: 'outFee', from: '1', to: '2' },
        ],
      },
    ]);
    expect((await world.announced()).list).toMatchObject([
      { state: 'announced', changes: [{ from: '10' }, { from: '1' }] },
    ]);
    clock.advance(2 * HOUR - 1);
    await world.apply();
    expect(await network()).toMatchObject({ withdrawMin: '10', withdrawFee: '1' });
    clock.advance(1);
    await world.apply();
    expect(await network()).toMatchObject({ withdrawMin: '20', withdrawFee: '2' });
    expect((await world.changes()).coming).toEqual([]);
    const { list } = await world.announced();
    expect(list[0]).toMatchObject({
      kind: 'network',
      state: 'inForce',
      changes: [
        { field: 'outMin', from: '10', to: '20' },
        { field: 'outFee', from: '1', to: '2' },
      ],
    });
    expect(list[0]).not.toHaveProperty('proposedBy');
  });

  it('is announced for the full period even if approved late', async () => {
    const id = await world.propose({ outMax: '400000' });
    world.clock.advance(5 * HOUR);
    await world.approve(id);
    const at = new Date(world.clock.now() + HOUR).toISOString();
    expect((await world.changes()).coming).toMatchObject([{ effectiveAt: at }]);
    world.clock.advance(HOUR);
    await world.apply();
    expect(await network()).toMatchObject({ withdrawMax: '400000' });
  });

  it('does not apply to withdrawals submitted before it', async () => {
    const memberId = await world.member({ USDT: '1000' });
    const { withdrawFee } = await network();
    const { ID } = await world.withdraw(memberId);
    await world.change({ outFee: '7', outMin: '200', takesOut: false });
    expect(await codeOf(world.withdraw(memberId))).toBe(4019);
    await world.approveWithdrawal(ID);
    await world.send();
    expect(await world.stateOf(ID)).toBe('completed');
    expect(world.driven.sent.at(-1)).toMatchObject({ amount: amountOf(100, withdrawFee) });
    expect((await world.changes()).stopped).toEqual([
      {
        key: TRC20,
        kind: 'network',
        coinname: 'USDT',
        czline: 'TRC20',
        way: 'out',
        until: null,
        reason: 'A regular change of limits and fees.',
      },
    ]);
    await world.change({ outFee: '1', outMin: '10', takesOut: true });
    expect((await world.changes()).stopped).toEqual([]);
    expect(await codeOf(world.withdraw(memberId))).toBe(0);
    expect(await balanceOf(world.database, memberId, 'USDT')).toEqual({
      available: '800',
      held: '100',
    });
  });

  it('shows the second operator the value before it, including other announced changes', async () => {
    const { clock } = world;
    const soon = await world.propose({ outFee: '3' }, { effectiveAt: clock.now() + 2 * HOUR });
    const later = await world.propose({ outFee: '2' }, { effectiveAt: clock.now() + 3 * HOUR });
    const { hash: before } = await world.detailOf(later);
    await world.approve(soon);
    const { evidence, hash } = await world.detailOf(later);
    expect(evidence.rows).toEqual([
      { label: 'Withdrawal fee', values: ['1', '3', '2'], isEqual: null },
    ]);
    // An approval of the old facts is void.
    expect(hash).not.toBe(before);
    const { second } = world.operators;
    await world.reviewQueue.claim(second, later);
    await world.reviewQueue.reject(second, later, { reason: 'One change at a time.' });
    clock.advance(2 * HOUR);
    await world.apply();
    expect(await network()).toMatchObject({ withdrawFee: '3' });
    await world.change({ outFee: '1' });
  });

  it('cannot be approved if it contradicts another one announced meanwhile', async () => {
    const { clock } = world;
    const effectiveAt = clock.now() + 3 * HOUR;
    const dearer = await world.propose({ outFee: '9' }, { effectiveAt });
    const lower = await world.propose({ outMin: '5' }, { effectiveAt: clock.now() + 2 * HOUR });
    await world.approve(lower);
    const { evidence: _rows, ...detail } = await world.detailOf(dearer);
    expect(detail.checks).toMatchObject([{ name: 'terms-possible', isPassed: false }]);
    expect(await codeOf(world.approve(dearer))).toBe(5036);
    clock.advance(3 * HOUR);
    await world.apply();
    expect(await network()).toMatchObject({ withdrawMin: '5', withdrawFee: '1' });
    await world.change({ outMin: '10' });
  });

  it.each([
    [{}, {}, 5001, ['key']],
    [{ outFee: '1' }, {}, 5001, ['key']],
    [{ outMin: '0' }, {}, 5001, ['outMin']],
    [{ outMin: '1' }, {}, 5001, ['outMin']],
    [{ outFee: '10' }, {}, 5001, ['outFee']],
    [{ outMax: '9' }, {}, 5001, ['outMax']],
    [{ inMin: '0.0000001' }, {}, 5001, ['inMin']],
    [{ inFee: '' }, {}, 5001, ['inFee']],
    [{ outMin: '20' }, { key: 'network.USDT.NONE' }, 5007, ['key']],
    [{ outMin: '20' }, { key: 'auth.codeTries' }, 5007, ['key']],
    [{ outMin: '20' }, { effectiveAt: 0 }, 5001, ['effectiveAt']],
    [{ outMin: '20' }, { reason: '\u200b' }, 5001, ['reason']],
    [{ inFee: '1' }, { key: EUR }, 5001, ['inFee']],
    [{ outMin: '50.001' }, { key: EUR }, 5001, ['outMin']],
  ])('is refused with %j %j', async (wanted, over, code, fields) => {
    expect(await refusalOf(world.propose(wanted, over))).toEqual({ code, fields });
  });
});

describe('a change of the terms of a currency', () => {
  it('applies to new wires and payouts, and to none under review', async () => {
    const memberId = await world.member({ EUR: '1000' });
    const cardId = await world.card(memberId);
    const payout = await world.payOut(memberId, cardId, { coin: 'EUR' });
    const wire = await world.announce(memberId, { coin: 'EUR' });
    await world.change({ inMin: '8000', outFee: '9', takesOut: false }, { key: EUR });
    world.swapDeps.tickAll();
    expect(await currency('EUR')).toMatchObject({
      wireMin: '8000',
      payoutFee: '9',
      takesPayouts: false,
      takesWires: true,
    });
    expect(await codeOf(world.payOut(memberId, cardId, { coin: 'EUR' }))).toBe(4019);
    expect(await codeOf(world.announce(memberId, { coin: 'EUR' }))).toBe(5013);
    await world.pay(payout.ID);
    expect(await world.payout(payout.ID)).toMatchObject({ state: 'completed' });
    expect(payout).toMatchObject({ fee: '5', received: '95' });
    await world.arrive(wire.ID);
    await world.approveFiat('wire', wire.ID);
    expect(await world.wire(wire.ID)).toMatchObject({ state: 'completed' });
    await world.change({ takesOut: true }, { key: EUR });
  });
});

const amountOf = (num: number, fee: string) => BigInt(num - Number(fee)) * 10n ** 18n;

describe('a pause', () => {
  it('by one operator stops new requests immediately, and ends automatically after three days', async () => {
    const { first } = world.operators;
    const memberId = await world.member({ USDT: '1000' });
    const { ID } = await world.withdraw(memberId);
    const until = await world.pause(first, 'out');
    expect(until).toBe(world.clock.now() + 72 * HOUR);
    expect(await network()).toMatchObject({ takesWithdrawals: false, takesDeposits: true });
    expect(await codeOf(world.withdraw(memberId))).toBe(4019);
    expect((await world.changes()).stopped).toMatchObject([
      { key: TRC20, way: 'out', until: new Date(until).toISOString() },
    ]);
    expect((await world.row()).pausedOut).toMatchObject({ by: 'first' });
    await world.approveWithdrawal(ID);
    await world.send();
    expect(await world.stateOf(ID)).toBe('completed');
    world.clock.advance(72 * HOUR - 1);
    await world.endDue();
    expect(await network()).toMatchObject({ takesWithdrawals: false });
    world.clock.advance(1);
    await world.endDue();
    expect(await network()).toMatchObject({ takesWithdrawals: true });
    expect((await world.changes()).stopped).toEqual([]);
  });

  it('can be renewed by another operator only', async () => {
    const { first, second } = world.operators;
    expect(await codeOf(world.pause(first, 'out'))).toBe(5032);
    expect(await codeOf(world.pause(first, 'in'))).toBe(5032);
    expect(await codeOf(world.pause(second, 'in'))).toBe(0);
    expect(await network()).toMatchObject({ takesDeposits: false, takesWithdrawals: true });
    expect(await codeOf(world.pause(second, 'in'))).toBe(5032);
    await world.resume(first, 'in');
    expect(await network()).toMatchObject({ takesDeposits: true });
    expect(await codeOf(world.resume(first, 'in'))).toBe(5034);
  });

  it('does not reopen what two operators have closed', async () => {
    const { first } = world.operators;
    await world.change({ takesIn: false }, { key: EUR });
    await world.pause(first, 'in', { key: EUR });
    await world.resume(first, 'in', EUR);
    expect(await currency('EUR')).toMatchObject({ takesWires: false });
    await world.change({ takesIn: true }, { key: EUR });
    expect(await currency('EUR')).toMatchObject({ takesWires: true });
  });

  it('of an unknown key is refused', async () => {
    const { first } = world.operators;
    expect(await codeOf(world.pause(first, 'in', { key: 'network.USDT.NONE' }))).toBe(5007);
    expect(await codeOf(world.pause(first, 'in', { key: 'currency.QQQ' }))).toBe(5007);
  });
});
