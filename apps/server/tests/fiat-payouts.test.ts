import { exchangeAccounts, moveBetween, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditFiat } from '../src/audit/fiat.ts';
import { auditBooks } from '../src/audit/books.ts';
import { payouts } from '../src/features/money/funding/payout/payouts.ts';
import { cancelRequest } from '../src/features/money/funding/request/lifecycle.ts';
import { findRequest, listRequests } from '../src/features/money/funding/request/list.ts';
import { removeCard } from '../src/features/money/funding/bank-cards/cards.ts';
import { showTerms } from '../src/features/money/funding/payout/payout-terms.ts';
import { payoutRoutes } from '../src/features/money/funding/routes.ts';
import { listAtBank } from '../src/features/money/funding/payout/list-at-bank.ts';
import {
  approvePayout,
  payoutStore,
  setReturned,
  setReturnState,
  setSent,
} from '../src/features/money/funding/payout/store.ts';
import { showReview } from '../src/features/backoffice/operators/reviews/show-review.ts';
import { withdrawalStore } from '../src/features/money/funding/withdrawal/store.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { setPassword } from '../src/kernel/members/change-members.ts';
import { auditOf } from '../src/kernel/operators/audit-log.ts';
import { requestHash } from '../src/kernel/requests/idempotency.ts';
import { reviewDetail, reviewOf } from '../src/kernel/review/list-reviews.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FiatWorld, fiatWorld } from './support/fiat.ts';
import { balanceOf, postUnfounded } from './support/journal.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { freezeMember } from './support/members.ts';
import { failedRulesAfter } from './support/tampering.ts';
import { PAY_PASSWORD } from './support/withdrawals.ts';

const HOUR = 3_600_000;

const hashOfKey = defineQuery({
  name: 'test.hashOfPayoutKey',
  text: 'select request_hash from idempotency_keys where member_id = $1 and key = $2',
  params: [int8, text],
  row: { requestHash: text },
});

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

const balance = (owner: number, asset: string) => balanceOf(world.database, owner, asset);
const available = async (owner: number, asset: string) =>
  Number((await balance(owner, asset))['available'] ?? 0);
const cancel = (memberId: number, id: number) =>
  cancelRequest(world.deps, payouts, { memberId, id, key: undefined });

async function withCard(funds: Record<string, string>) {
  const memberId = await world.member(funds);
  return { memberId, cardId: await world.card(memberId) };
}

describe('a payout', () => {
  it('no longer shows the message of its pause once it is paid, as wires and withdrawals do', async () => {
    const memberId = await world.member({ USDT: '500' });
    const { first } = world.operators;
    const hold = async (reviewId: number) => {
      await world.reviewQueue.claim(first, reviewId);
      const until = world.clock.now() + 60_000;
      await world.reviewQueue.hold(first, reviewId, { until, reason: 'We ask the bank.' });
    };
    const payout = await world.payOut(memberId, await world.card(memberId));
    const wire = await world.announce(memberId);
    const withdrawal = await world.withdraw(memberId);
    await world.arrive(wire.ID);
    const reviews = [
      await reviewOf(world.database, 'payout', payout.ID),
      await reviewOf(world.database, 'wire', wire.ID),
      await reviewOf(world.database, 'withdrawal', withdrawal.ID),
    ];
    for (const review of reviews) await hold(review!.id);
    expect((await world.payout(payout.ID)).reason).toBe('message.checkTakesLonger');
    world.clock.advance(60_000);
    world.swapDeps.tickAll();
    for (const review of reviews) {
      for (const [who, stage] of [
        [first, 'first'],
        [world.operators.second, 'second'],
      ] as const) {
        const { settings, reviews: all } = world.deps;
        const given = { settings, at: world.clock.now(), reviews: all };
        const { hash } = (await reviewDetail(world.database, review!.id, given))!;
        await world.reviewQueue.claim(who, review!.id);
        const approval = { stage, hash, note: '', isAcknowledged: true };
        await world.reviewQueue.approve(who, review!.id, approval);
      }
    }
    expect((await world.payout(payout.ID)).reason).toBe('');
    expect((await world.wire(wire.ID)).reason).toBe('');
    expect((await world.database.one(withdrawalStore.byId, [withdrawal.ID])).reason).toBe('');
  });

  it('holds its amount, and is paid at the rate of the second approval', async () => {
    const { memberId, cardId } = await withCard({ USDT: '250' });
    const books = ['custody', 'fees', 'rounding', 'liquidity'] as const;
    const before = await Promise.all(books.map((book) => available(exchangeAccounts[book], 'EUR')));
    // 1 / 1.08 less 0.1 %, cut to 18 places; 100 of it cut to cents, less 5 EUR.
    const asked = await world.payOut(memberId, cardId, { currency: 'eur' });
    expect(asked).toMatchObject({
      status: 1,
      coinname: 'USDT',
      num: '100',
      currency: 'EUR',
      rate: '0.924999999999999999',
      fee: '5',
      received: '87.49',
      bankcard: '**** 4821',
      ibna: 'DE89 **** 3000',
    });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '150', held: '100' });
    // 1 / 1.0811 less 0.1 %: 92.406 cut to cents, less 5 EUR.
    world.swapDeps.tick('eurusd', '1.0811');

    await world.agree('payout', world.operators.first, asked.ID, 'first');
    await expect(
      world.agree('payout', world.operators.first, asked.ID, 'second'),
    ).rejects.toMatchObject({ code: 5032 });
    await removeCard(world.database, memberId, cardId);
    await world.agree('payout', world.operators.second, asked.ID, 'second');
    expect(await balance(memberId, 'USDT')).toEqual({ available: '150', held: '100' });
    await expect(cancel(memberId, asked.ID)).rejects.toMatchObject({ code: 5034 });
    await world.bankSends(asked.ID);

    expect(await balance(memberId, 'USDT')).toEqual({ available: '150' });
    expect(await balance(memberId, 'EUR')).toEqual({});
    const after = await Promise.all(books.map((book) => available(exchangeAccounts[book], 'EUR')));
    const gained = after.map((each, index) => each - before[index]!);
    expect(gained[0]).toBeCloseTo(87.4, 9);
    expect(gained[1]).toBeCloseTo(5, 9);
    expect(gained[2]).toBeCloseTo(0.0058829, 6);
    expect(gained[3]).toBeCloseTo(-92.4058829, 6);
    expect(await findRequest(world.database, payouts, { memberId, id: asked.ID })).toMatchObject({
      status: 2,
    });
  });

  it('from a balance in the same currency pays the amount less the fee, without a price', async () => {
    const { memberId, cardId } = await withCard({ KRW: '100000' });
    world.clock.advance(3 * HOUR);
    const asked = await world.payOut(memberId, cardId, { coin: 'KRW', num: '100000' });
    expect(asked).toMatchObject({ rate: '1', currency: 'KRW', fee: '7000', received: '93000' });
    await world.pay(asked.ID);
    expect(await balance(memberId, 'KRW')).toEqual({});
  });

  it('rejected or cancelled returns the full amount immediately', async () => {
    const { memberId, cardId } = await withCard({ USDT: '200' });
    const rejected = await world.payOut(memberId, cardId);
    await world.reject('payout', rejected.ID, 'The card is of another person.');
    expect(await balance(memberId, 'USDT')).toEqual({ available: '200' });
    expect(await findRequest(world.database, payouts, { memberId, id: rejected.ID })).toMatchObject(
      {
        status: 3,
        reason: 'We couldn’t carry out this withdrawal. If you need help, contact us.',
      },
    );
    await expect(cancel(memberId, rejected.ID)).rejects.toMatchObject({ code: 5034 });

    const taken = await world.payOut(memberId, cardId);
    await world.agree('payout', world.operators.first, taken.ID, 'first');
    const stranger = await world.member({});
    await expect(cancel(stranger, taken.ID)).rejects.toMatchObject({ code: 5007 });
    await expect(
      findRequest(world.database, payouts, { memberId: stranger, id: taken.ID }),
    ).rejects.toMatchObject({
      code: 5007,
    });
    expect(await cancel(memberId, taken.ID)).toMatchObject({ status: 4 });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '200' });
    const { list, total } = await listRequests(world.database, payouts, { memberId, pageSize: 1 });
    expect([list.length, total]).toEqual([1, 2]);
  });

  it('needs no freeze, no recent password change, and the withdrawal password', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const wrong = world.payOut(memberId, cardId, { payPassword: '000000' });
    await expect(wrong).rejects.toMatchObject({ code: 4023, detail: { data: { triesLeft: 4 } } });
    const empty = world.payOut(memberId, cardId, { payPassword: '' });
    await expect(empty).rejects.toMatchObject({ code: 4022 });
    const change = {
      memberId,
      passwordHash: 'x',
      withdrawalsBlockedUntil: world.clock.now() + 24 * HOUR,
    };
    await world.database.transaction((tx) => setPassword(tx, change, world.clock.now()));
    await expect(world.payOut(memberId, cardId)).rejects.toMatchObject({ code: 5009 });
    await freezeMember(world.database, memberId);
    await expect(world.payOut(memberId, cardId)).rejects.toMatchObject({ code: 4008 });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '100' });
  });

  it.each<[string, Partial<Parameters<FiatWorld['payOut']>[2]>, object]>([
    ['to no card', { cardId: 999_999 }, { code: 5007, detail: { fields: ['card'] } }],
    ['of an unknown coin', { coin: 'NOPE' }, { code: 4019, detail: { fields: ['asset'] } }],
    ['with the id of another coin', { coinId: 2 }, { code: 4019, detail: { fields: ['assetId'] } }],
    ['in a currency that is not paid', { currency: 'GBP' }, { code: 4019 }],
    [
      'in a currency that no pair leads to',
      { currency: 'KRW' },
      { code: 4019, detail: { fields: ['currency'] } },
    ],
    ['of zero', { num: '0' }, { code: 5001 }],
    ['with more decimal places than the coin has', { num: '60.0000001' }, { code: 5001 }],
    ['below the minimum', { num: '50' }, { code: 5013, detail: { data: { min: '50' } } }],
    ['above the maximum', { num: '300000' }, { code: 5013, detail: { data: { max: '250000' } } }],
    ['of more than the balance', { num: '1000.000001' }, { code: 4020 }],
    ['at terms that have changed', { leastReceived: '94.91' }, { code: 5004 }],
  ])(
    '%s is refused, uses up no password attempt, and changes nothing',
    async (_what, over, refusal) => {
      const { memberId, cardId } = await withCard({ USDT: '1000' });
      const bad = { ...over, payPassword: '000000' };
      for (let count = 0; count < 2; count += 1) {
        await expect(world.payOut(memberId, cardId, bad)).rejects.toMatchObject(refusal);
      }
      expect(await balance(memberId, 'USDT')).toEqual({ available: '1000' });
      const wrong = world.payOut(memberId, cardId, { payPassword: '000000' });
      await expect(wrong).rejects.toMatchObject({ detail: { data: { triesLeft: 4 } } });
    },
  );

  it('is shown to its reviewer with the member’s total assets before and after it', async () => {
    const { memberId, cardId } = await withCard({ USDT: '1000' });
    const { ID } = await world.payOut(memberId, cardId);
    const { review } = await world.detailOf('payout', ID);
    const { balance: shown } = await showReview(world.deps, world.operators.first, review.id);
    expect(shown).toEqual({ coinname: 'USDT', of: 'total', now: '1000', after: '900' });
  });

  it('waits for a fresh price and an open market', async () => {
    const { memberId, cardId } = await withCard({ USDT: '1000' });
    world.clock.advance(5_001);
    await expect(world.payOut(memberId, cardId)).rejects.toMatchObject({ code: 5005 });
    world.clock.set(Date.parse('2026-11-21T12:00:00Z'));
    world.swapDeps.tickAll();
    await expect(world.payOut(memberId, cardId, { currency: 'EUR' })).rejects.toMatchObject({
      code: 4026,
    });
    // Saturday: its terms say when, and what can be paid instead.
    const wanted = { memberId, coin: 'USDT', currency: 'EUR' };
    await expect(showTerms(world.database, world.deps, wanted)).rejects.toMatchObject({
      code: 4026,
      detail: { data: { opensAt: '2026-11-22T22:00:00.000Z', currencies: ['USD'] } },
    });
    expect(await world.payOut(memberId, cardId, { leastReceived: '94.9' })).toMatchObject({
      received: '94.9',
    });
  });

  it('has terms that state the received amount, and keeps them', async () => {
    const { memberId, cardId } = await withCard({ USDT: '1000' });
    const terms = await showTerms(world.database, world.deps, {
      memberId,
      coin: 'usdt',
      currency: undefined,
    });
    expect(terms).toMatchObject({
      coinname: 'USDT',
      currency: 'USD',
      rate: '0.999',
      spread: '0.001',
      fee: '5',
      min: '50',
      max: '250000',
      minNum: '50.050051',
      maxNum: '250250.25025',
      available: '1000',
    });
    const asked = await world.payOut(memberId, cardId, { num: terms.minNum });
    expect(asked.received).toBe('45');
    const less = formatDecimal((50_050_050n * 10n ** 12n) as never);
    await expect(world.payOut(memberId, cardId, { num: less })).rejects.toMatchObject({
      code: 5013,
    });
  });

  it('stores nothing from which the withdrawal password can be guessed', async () => {
    const { memberId, cardId } = await withCard({ USDT: '250' });
    const { call, answer } = payoutRoutes(world.deps).find(({ call: each }) =>
      each.path.endsWith('createWithdraw_bank'),
    )!;
    const input = { num: '100', bank_id: cardId, coinname: 'USDT', pay_password: PAY_PASSWORD };
    await answer({
      input,
      caller: { memberId, sessionId: 1 },
      lang: 'en',
      address: '192.0.2.1',
      idempotencyKey: 'kept',
    });
    const { requestHash: kept } = await world.database.one(hashOfKey, [memberId, 'kept']);
    expect(kept).not.toBe(requestHash(`${call.method} ${call.path}`, input));
  });

  it('never goes back to an earlier state, whatever writes it', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId);
    const { rate, received } = await world.payout(ID);
    const unapproved = world.database.transaction((tx) =>
      tx.one(approvePayout, [ID, rate, [], received, world.clock.now()]),
    );
    await expect(unapproved).rejects.toMatchObject({ constraint: 'funding_agreed' });
    await cancel(memberId, ID);
    for (const state of ['reviewed', 'completed', 'rejected']) {
      const end = world.database.transaction((tx) =>
        tx.one(payoutStore.end, [ID, state, 'x', world.clock.now()]),
      );
      await expect(end).rejects.toThrow('that ended does not change');
    }
  });
});

describe('a payout at the bank', () => {
  const noticesOf = async (memberId: number) => {
    const page = { limit: 2, offset: 0 };
    const { notifications } = await listNotifications(world.database, memberId, page);
    return notifications.map(({ kind }) => kind);
  };
  const shown = (memberId: number, id: number) =>
    findRequest(world.database, payouts, { memberId, id });

  it('is being sent once approved, and completed once an operator records the bank’s reference', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId);
    await expect(world.bankSends(ID)).rejects.toMatchObject({ code: 5034 });
    await world.approve('payout', ID);
    expect(await shown(memberId, ID)).toMatchObject({ status: 1, isApproved: true });
    const page = { limit: 100, offset: 0, number: 1 };
    const listed = async (search: string) =>
      (await listAtBank(world.database, { page, search })).list.map(({ recordNo }) => recordNo);
    expect(await listed('')).toContain(`B-${ID}`);

    const wrong = { code: 5001, detail: { fields: ['valueDate'] } };
    for (const valueDate of ['2026-02-30', '2026-01-01', '2027-11-21']) {
      await expect(world.bankSends(ID, { valueDate })).rejects.toMatchObject(wrong);
    }
    const sent = { bankReference: 'DE-2026 / 77', valueDate: '2026-11-18' };
    await world.bankSends(ID, sent);
    await world.bankSends(ID, sent);
    expect(await shown(memberId, ID)).toMatchObject({ ...sent, status: 2, isApproved: false });
    expect(await noticesOf(memberId)).toEqual(['payout.sent', 'review.approved']);
    expect(await listed('')).not.toContain(`B-${ID}`);
    expect(await listed(`b-${ID}`)).toEqual([`B-${ID}`]);

    // Another payout cannot have been the same transfer, however it is written.
    const { memberId: other, cardId: otherCard } = await withCard({ USDT: '100' });
    const second = await world.payOut(other, otherCard);
    await world.approve('payout', second.ID);
    await expect(
      world.bankSends(second.ID, { ...sent, bankReference: 'de2026-77' }),
    ).rejects.toMatchObject({ code: 5016 });
  });

  it('that the bank refuses returns in full when two operators agree', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId);
    await expect(world.proposeReturn(ID)).rejects.toMatchObject({ code: 5034 });
    await world.approve('payout', ID);
    await expect(world.proposeReturn(ID, { num: '90' })).rejects.toMatchObject({ code: 5001 });
    const back = await world.proposeReturn(ID);
    expect(await world.proposeReturn(ID)).toBe(back);
    await expect(world.bankSends(ID)).rejects.toMatchObject({ code: 5034 });
    const { first, second } = world.operators;
    await expect(world.agree('payback', first, back, 'second')).rejects.toMatchObject({
      code: 5032,
    });
    expect(await balance(memberId, 'USDT')).toEqual({ held: '100' });
    await world.agree('payback', second, back, 'second');
    expect(await balance(memberId, 'USDT')).toEqual({ available: '100' });
    expect(await shown(memberId, ID)).toMatchObject({
      status: 3,
      isReturned: true,
      returned: null,
      reason: 'The bank returned the payment.',
    });
    expect(await noticesOf(memberId)).toEqual(['payout.returned', 'review.approved']);
    const lines = await auditOf(world.database, [`payout:${ID}`]);
    expect(JSON.stringify(lines)).toContain('Account closed, says the bank.');
  });

  it('that the bank sends back is credited in its currency, at most with what was sent, and the fee stays', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId, { currency: 'EUR' });
    await world.pay(ID);
    await expect(world.proposeReturn(ID)).rejects.toMatchObject({ code: 5001 });
    const more = world.proposeReturn(ID, { num: '87.5' });
    await expect(more).rejects.toMatchObject({ code: 5013, detail: { data: { max: '87.49' } } });
    const custody = await available(exchangeAccounts.custody, 'EUR');
    const back = await world.proposeReturn(ID, { num: '80.49' });
    await world.agree('payback', world.operators.second, back, 'second');
    expect(await balance(memberId, 'USDT')).toEqual({});
    expect(await balance(memberId, 'EUR')).toEqual({ available: '80.49' });
    expect(await available(exchangeAccounts.custody, 'EUR')).toBeCloseTo(custody - 80.49, 9);
    expect(await shown(memberId, ID)).toMatchObject({ status: 3, returned: '80.49' });
    // In the same currency too.
    const same = await withCard({ EUR: '100' });
    const own = await world.payOut(same.memberId, same.cardId, { coin: 'EUR' });
    await world.pay(own.ID);
    const second = await world.proposeReturn(own.ID, { num: '95' });
    await world.agree('payback', world.operators.second, second, 'second');
    expect(await balance(same.memberId, 'EUR')).toEqual({ available: '95' });
  });

  it('can be proposed again after a rejected return', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId);
    await world.pay(ID);
    const dropped = await world.proposeReturn(ID, { num: '90' });
    const { review } = await world.detailOf('payback', dropped);
    await world.reviewQueue.claim(world.operators.second, review.id);
    await world.reviewQueue.reject(world.operators.second, review.id, {
      reason: 'Nothing came back.',
    });
    expect((await world.payout(ID)).state).toBe('completed');
    expect(await world.proposeReturn(ID, { num: '90' })).not.toBe(dropped);
  });

  it('returns by no other way, whatever writes it', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId);
    await world.approve('payout', ID);
    const at = world.clock.now();
    const write = (work: Parameters<typeof world.database.transaction>[0]) =>
      world.database.transaction(work);
    await expect(write((tx) => tx.one(setSent, [ID, '', '2026-11-18', at]))).rejects.toMatchObject({
      constraint: 'payouts_sent_once',
    });
    await expect(write((tx) => tx.one(setReturned, [ID, null, 'x', at]))).rejects.toMatchObject({
      constraint: 'payouts_only_returned',
    });
    // Proposed, and carried out by the server alone.
    const back = await world.proposeReturn(ID);
    const forged = write(async (tx) => {
      await tx.run(setReturnState, [back, 'carried']);
      return tx.one(setReturned, [ID, null, 'x', at]);
    });
    await expect(forged).rejects.toMatchObject({ constraint: 'payouts_only_returned' });
  });
});

describe('the audit', () => {
  it('finds a payout that waits for the bank without two approvals', async () => {
    const { memberId, cardId } = await withCard({ USDT: '100' });
    const { ID } = await world.payOut(memberId, cardId);
    const forged = `update payouts set state = 'approved', decided_at = now() where id = ${ID}`;
    expect(await failedRulesAfter(world.fresh, forged)).toEqual([
      'only what two people approved, and what is held, is sent',
    ]);
  });

  it.each(['payout', 'wire'])(
    'finds a movement with the reference of a %s that does not exist',
    async (name) => {
      const owner = await world.member({ USDT: '100' });
      const isHeld = name === 'payout';
      const own = { owner, asset: 'USDT', amount: decimal<Amount>('5') };
      const book = { owner: exchangeAccounts.custody, purpose: 'available' } as const;
      const credited = { ...own, from: book, to: { owner, purpose: 'available' } as const };
      const postings = isHeld
        ? moveBetween({ ...own, from: 'available', to: 'held' })
        : transfer(credited);
      const kind = isHeld ? recordTypes.withdrawal : recordTypes.depositSuccess;
      const undone = world.fresh.owner.transaction(async (tx) => {
        const entry = { kind, reference: `${name}:999`, postings };
        await postUnfounded(tx, [entry], world.clock.now());
        throw new Error((await auditFiat(tx)).flatMap(({ faults }) => faults).join());
      });
      await expect(undone).rejects.toThrow(`${name} 999 is not what the journal says`);
    },
  );
});
