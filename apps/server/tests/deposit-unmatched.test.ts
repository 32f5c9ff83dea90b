/** Unmatched deposits: two operators assign or dismiss each of them, it is settled once, and the member is notified. */
import { decimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { deposits } from '../src/features/money/funding/deposit/deposits.ts';
import { listRequests } from '../src/features/money/funding/request/list.ts';
import { candidatesFor } from '../src/features/money/funding/unmatched/find-candidates.ts';
import { listUnmatched } from '../src/features/money/funding/unmatched/list-unmatched.ts';
import { proposeUnmatched } from '../src/features/money/funding/unmatched/propose-unmatched.ts';
import { noticeText } from '../src/features/account/notification/notice-text.ts';
import { reviewDetail } from '../src/kernel/review/list-reviews.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { type Lang, locales } from '../src/kernel/i18n/texts.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { agreeVersion } from './support/operator-decisions.ts';
import { type DepositWorld, depositWorld } from './support/deposits.ts';
import { approveResolution } from './support/manual-resolutions.ts';
import { balanceOf } from './support/journal.ts';

const feeOfFive = defineStatement({
  name: 'test.unmatchedFeeOfFive',
  text: `update asset_networks set deposit_fee = 5, deposit_min = 10 where asset = 'USDT' and network = 'ERC20'`,
  params: [],
});

let world: DepositWorld;
let count = 0;

beforeAll(async () => {
  world = await depositWorld();
  await world.fresh.owner.transaction(async (tx) => {
    const value = { inFee: '5', inMin: '10' };
    await agreeVersion(tx, { key: 'network.USDT.ERC20', value, kind: 'terms' });
    await tx.run(feeOfFive, []);
  });
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usdt = async (owner: number) =>
  Number((await balanceOf(world.database, owner, 'USDT'))['available'] ?? 0);
const refusedWith = (code: number) => expect.objectContaining({ code });

async function unmatchedDeposit(over: Partial<Parameters<DepositWorld['see']>[0]> = {}) {
  count += 1;
  const reference = `unmatched-${count}`;
  await world.see({ address: 'paper-trc20-nobody', reference, ...over });
  return reference;
}
const propose = (reference: string, memberId?: number, who = world.operators.first) =>
  proposeUnmatched(world.deps, who, {
    reference,
    memberId,
    act: memberId === undefined ? 'dismiss' : 'credit',
    reason: 'The sender proved it.',
  });
const agree = (reviewId: number, who = world.operators.second) =>
  approveResolution({ ...world.deps, reviewQueue: world.reviewQueue }, who, {
    reviewId,
    stage: 'second',
  });
const listed = async (search: string, state?: 'open' | 'settled') => {
  const page = { number: 1, limit: 20, offset: 0 };
  return (await listUnmatched(world.database, { page, state, fault: undefined, search })).list;
};
const noticesOf = async (memberId: number) => {
  const page = { limit: 20, offset: 0 };
  return (await listNotifications(world.database, memberId, page)).notifications;
};

describe('an unmatched deposit', () => {
  it('is listed, and is credited to a member once after two approvals', async () => {
    const reference = await unmatchedDeposit();
    expect(await listed(reference, 'open')).toMatchObject([
      { reference, fault: 'unknown-address', state: 'open', num: '40', reviewId: null },
    ]);
    const memberId = await world.member();
    const reviewId = await propose(reference, memberId);
    expect(await propose(reference, memberId)).toBe(reviewId);
    await expect(propose(reference)).rejects.toEqual(refusedWith(5034));
    await expect(propose(reference, memberId, world.operators.second)).rejects.toEqual(
      refusedWith(5034),
    );
    await expect(agree(reviewId, world.operators.first)).rejects.toEqual(refusedWith(5032));
    expect(await usdt(memberId)).toBe(0);
    await agree(reviewId);
    expect(await usdt(memberId)).toBe(40);
    const { list } = await listRequests(world.database, deposits, { memberId });
    expect(list).toMatchObject([{ type: 2, status: 2, actual: '40', txid: `tx ${reference}` }]);
    expect(await listed(reference)).toMatchObject([
      { state: 'credited', depositNo: list[0]!.recordNo, reviewId },
    ]);
    expect(await listed(reference, 'open')).toEqual([]);
    await world.see({ address: 'paper-trc20-nobody', reference });
    expect(await propose(reference, memberId)).toBe(reviewId);
    await expect(propose(reference, await world.member())).rejects.toEqual(refusedWith(5034));
    expect(await usdt(memberId)).toBe(40);
    expect((await noticesOf(memberId)).map(({ kind }) => kind)).toEqual(['deposit.credited']);
  });

  it('has candidates with the reasons for each, best first, and none is preselected', async () => {
    const [announced, owner, regular, stranger] = [
      await world.member(),
      await world.member(),
      await world.member(),
      await world.member(),
    ];
    const amount = decimal('77.25');
    await world.submit(announced, { num: '77.25', network: 'TRC20' });
    const address = await world.address(owner, 'USDT', 'ERC20');
    const own = await world.address(regular, 'USDT', 'TRC20');
    await world.see({ address: own, reference: 'regular-1', amount });
    await world.submit(stranger, { num: '12', network: 'ERC20' });
    const reference = await unmatchedDeposit({ address, amount });
    const found = await candidatesFor(world.deps, world.operators.first, reference);
    expect(found.map(({ memberId, signs }) => [memberId, signs])).toEqual([
      [announced, { address: false, amount: true, coin: true, time: true }],
      [owner, { address: true, amount: false, coin: false, time: false }],
      [regular, { address: false, amount: false, coin: false, time: false }],
    ]);
    expect(found[0]).toMatchObject({ request: { num: '77.25', czline: 'TRC20' }, earlier: 0 });
    expect(found[1]).toMatchObject({ request: null, addressOn: 'ERC20' });
    expect(found[2]).toMatchObject({ request: null, earlier: 1 });
    expect(await listed(reference)).toMatchObject([{ state: 'open', reviewId: null }]);
    await expect(
      candidatesFor(world.deps, world.operators.first, 'no-such-transfer'),
    ).rejects.toEqual(refusedWith(5007));
  });

  it('is credited without a fee if it is not more than the fee, otherwise less the fee', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId, 'USDT', 'ERC20');
    const small = await unmatchedDeposit({ address, network: 'ERC20', amount: decimal('4.5') });
    await agree(await propose(small, memberId));
    expect(await usdt(memberId)).toBe(4.5);
    const large = await unmatchedDeposit({ network: 'ERC20', amount: decimal('25') });
    await agree(await propose(large, memberId));
    expect(await usdt(memberId)).toBe(24.5);
  });

  it('is dismissed permanently by two operators', async () => {
    const reference = await unmatchedDeposit();
    const reviewId = await propose(reference);
    await agree(reviewId);
    expect(await listed(reference, 'settled')).toMatchObject([{ state: 'dismissed', reviewId }]);
    await expect(propose(reference, await world.member())).rejects.toEqual(refusedWith(5034));
  });

  it('never changes in the database, no matter who writes it, and is settled once', async () => {
    const open = await unmatchedDeposit();
    const settled = await unmatchedDeposit();
    const owner = new Client(world.fresh.ownerTarget);
    await owner.connect();
    const change = (reference: string, set: string) =>
      owner.query(`update deposits_seen set ${set} where reference = $1`, [reference]);
    try {
      for (const set of ['amount = amount + 1', `asset = 'BTC'`, `address = 'x'`, `txid = 'x'`]) {
        await expect(change(open, set)).rejects.toThrow('a seen transfer does not change');
      }
      await owner.query('begin');
      await change(settled, 'dismissed_at = now()');
      await expect(change(settled, 'dismissed_at = null')).rejects.toThrow(
        'a settled transfer does not change',
      );
      await owner.query('rollback');
    } finally {
      await owner.end();
    }
  });

  it('stays open for another proposal if the second operator rejects the first', async () => {
    const reference = await unmatchedDeposit();
    const reviewId = await propose(reference, await world.member());
    const { second } = world.operators;
    await world.reviewQueue.claim(second, reviewId);
    await world.reviewQueue.reject(second, reviewId, { reason: 'Another person sent it.' });
    expect(await listed(reference, 'open')).toMatchObject([{ state: 'open', reviewId: null }]);
    const memberId = await world.member();
    await agree(await propose(reference, memberId));
    expect(await usdt(memberId)).toBe(40);
  });

  it('in a coin that is not offered can only be dismissed', async () => {
    const reference = await unmatchedDeposit({ asset: 'NOPE' });
    await expect(propose(reference, await world.member())).rejects.toEqual(refusedWith(4019));
    await agree(await propose(reference));
    expect(await listed(reference)).toMatchObject([{ state: 'dismissed' }]);
  });

  it('warns reviewers if the address belongs to another member, and not of a deposit of another amount', async () => {
    const owner = await world.member();
    const address = await world.address(owner, 'USDT', 'ERC20');
    const reference = await unmatchedDeposit({ address, network: 'ERC20', amount: decimal('5') });
    const memberId = await world.member();
    await world.submit(memberId, { network: 'ERC20', num: '10' });
    const reviewId = await propose(reference, memberId);
    const { settings, deps, clock } = world;
    const given = { settings, reviews: deps.reviews, at: clock.now() };
    const { checks } = (await reviewDetail(world.database, reviewId, given))!;
    const failed = checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
    expect(failed).toEqual(['address-of-nobody-else']);
  });

  it.each([
    ['no member for a credit', { act: 'credit', memberId: undefined }, 5001],
    ['a member for a dismissal', { act: 'dismiss', memberId: 8_200_001 }, 5001],
    ['an unknown member', { act: 'credit', memberId: 999_999_999 }, 5007],
    ['an unknown transfer', { act: 'dismiss', memberId: undefined, reference: 'no such' }, 5007],
    ['no reason', { act: 'dismiss', memberId: undefined, reason: ' - ' }, 5001],
  ] as const)('cannot be proposed with %s', async (_what, over, code) => {
    const proposal = {
      reference: await unmatchedDeposit(),
      reason: 'The sender proved it.',
      ...over,
    };
    await expect(proposeUnmatched(world.deps, world.operators.first, proposal)).rejects.toEqual(
      refusedWith(code),
    );
  });
});

describe('a deposit credited from a watched chain', () => {
  it('sends one notice in the member’s language, however often it is reported', async () => {
    const memberId = await world.member();
    const address = await world.address(memberId);
    for (let times = 0; times < 3; times += 1)
      await world.see({ address, reference: 'reported-three-times' });
    const notices = await noticesOf(memberId);
    expect(notices).toHaveLength(1);
    const { list } = await listRequests(world.database, deposits, { memberId });
    expect(notices[0]).toMatchObject({ about: 'deposit', aboutId: list[0]!.ID });
    expect(noticeText(notices[0]!, 'en').title).toBe('Deposit credited: 40.00 USDT');
    const said = (Object.keys(locales) as Lang[]).map((lang) => noticeText(notices[0]!, lang));
    expect(new Set(said.map(({ title }) => title)).size).toBe(14);
    for (const { content } of said) expect(content).toContain(list[0]!.recordNo);
  });
});
