/** What leaves within 24 hours stays under its caps, whichever instance sends; one operator lowers a cap, two raise it. */
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { measureOpenWork } from '../src/features/money/funding/index.ts';
import { setCap } from '../src/features/money/funding/outflow/caps.ts';
import { showOutflow } from '../src/features/money/funding/outflow/list-outflow.ts';
import { proposeRelease } from '../src/features/money/funding/outflow/releases.ts';
import { findRequest } from '../src/features/money/funding/request/list.ts';
import { sendWithdrawals } from '../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { setSending } from '../src/features/money/funding/withdrawal/store.ts';
import { withdrawals } from '../src/features/money/funding/withdrawal/withdrawals.ts';
import { reviewDetail } from '../src/kernel/review/list-reviews.ts';
import type { Reviewer } from '../src/kernel/review/review-rules.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';

const HOUR = 3_600_000;

const sendAnyway = defineStatement({
  name: 'test.sendAnyway',
  text: `update withdrawals set state = 'sending' where id = $1`,
  params: [int8],
});
const raiseAlone = defineStatement({
  name: 'test.raiseAlone',
  text: `with c as (insert into outflow_cap_changes (asset, cap, reason, proposed_by, state, created_at, decided_at)
      values ($1, 1000000, 'alone', $2, 'carried', now(), now()) returning id, asset, cap)
    update outflow_caps o set cap = c.cap, change_id = c.id from c where o.asset = c.asset`,
  params: [text, int8],
});
const forget = defineStatement({
  name: 'test.forgetOutflows',
  text: 'delete from outflows where withdrawal_id = $1',
  params: [int8],
});

let world: WithdrawalWorld;
let memberId: number;

beforeAll(async () => {
  world = await withdrawalWorld(20);
  memberId = await world.member({ USDT: '1000000' });
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

/** `amount` leaves; the fee of TRC20 is 1. */
const approved = async (amount: number) => {
  const { ID } = await world.withdraw(memberId, { num: String(amount + 1) });
  await world.approve(ID);
  return ID;
};
const send = async () => {
  world.clock.advance(61_000);
  await sendWithdrawals(world.deps);
};
const cap = (who: Reviewer, amount: string | undefined, coinname: string | null = 'USDT') => {
  const reason = 'The wallet holds so much.';
  return setCap(world.deps, who, { coinname: coinname ?? undefined, cap: amount, reason });
};
const agree = async (who: Reviewer, id: number) => {
  const { settings, reviews } = world.deps;
  const at = world.clock.now();
  const { review, hash } = (await reviewDetail(world.database, id, { settings, at, reviews }))!;
  await world.reviewQueue.claim(who, review.id);
  const approval = { stage: 'second', hash, note: '', isAcknowledged: true } as const;
  await world.reviewQueue.approve(who, review.id, approval);
};
const shown = async (coinname = 'USDT') => {
  const { list, waiting } = await showOutflow(world.deps);
  return { row: list.find((each) => each.coinname === coinname && !each.isAll), waiting };
};
const states = (ids: readonly number[]) => Promise.all(ids.map((id) => world.stateOf(id)));
/** Each test begins with an empty window. */
const nextDay = () => world.clock.advance(25 * HOUR);

it('without a cap everything leaves and is counted without its fee', async () => {
  const id = await approved(40);
  await send();
  expect(await world.stateOf(id)).toBe('completed');
  expect((await shown()).row).toMatchObject({ out: '40', cap: null, waiting: 0 });
});

it('one operator lowers a cap, two raise it or take it away, and the server alone cannot', async () => {
  const { first, second } = world.operators;
  expect(await cap(first, '100')).toBeNull();
  expect(await cap(second, '90')).toBeNull();
  await expect(cap(first, '90')).rejects.toMatchObject({ code: 5001 });
  const reviewId = (await cap(first, '120'))!;
  expect((await shown()).row).toMatchObject({ cap: '90', proposed: { cap: '120', reviewId } });
  await expect(cap(second, '130')).rejects.toMatchObject({ code: 5034 });
  await expect(agree(first, reviewId)).rejects.toMatchObject({ code: 5032 });

  // Lowered meanwhile: what was proposed is looked at again.
  expect(await cap(second, '80')).toBeNull();
  await expect(agree(second, reviewId)).rejects.toMatchObject({ code: 5033 });
  await world.reviewQueue.reject(second, reviewId, { reason: 'Lower now.' });
  await agree(second, (await cap(first, '100'))!);
  expect((await shown()).row).toMatchObject({ cap: '100', proposed: null });

  const alone = world.database.transaction((tx) => tx.run(raiseAlone, ['USDT', first.operatorId]));
  await expect(alone).rejects.toThrow('two operators have not agreed');
});

it('what is above the cap waits with a reason, in turn, and leaves when there is room', async () => {
  nextDay();
  const early = await approved(60);
  await send();
  world.clock.advance(2 * HOUR);
  const late = [await approved(70), await approved(30), await approved(10)];
  await send();
  await send();
  expect(await states([early, ...late])).toEqual(['completed', 'approved', 'approved', 'approved']);
  expect(world.driven.sent.at(-1)?.reference).toBe(`withdrawal:${early}`);
  const read = await findRequest(world.database, withdrawals, {
    memberId,
    id: late[0]!,
    lang: 'en',
  });
  expect(read).toMatchObject({ isApproved: true, status: 1 });
  expect(read.reason).toContain('only so much leaves in 24 hours');
  const { row, waiting } = await shown();
  expect(row).toMatchObject({ out: '60', waiting: 3 });
  expect(waiting.map(({ ID }) => ID)).toEqual(late);
  const { capped } = await measureOpenWork(world.database, {
    at: world.clock.now(),
    mode: 'paper',
  });
  expect(capped).toEqual({ count: 3, since: Date.parse(waiting[0]!.approvedAt) });
  const sentAt = Date.parse(waiting[0]!.fitsFrom!) - 24 * HOUR;
  expect(world.clock.now() - sentAt).toBeGreaterThan(2 * HOUR);

  world.clock.advance(22 * HOUR);
  await send();
  await send();
  expect(await states(late)).toEqual(['completed', 'completed', 'approved']);
  expect((await shown()).row).toMatchObject({ out: '100', waiting: 1 });
  nextDay();
  await send();
  expect(await states(late)).toEqual(['completed', 'completed', 'completed']);
  const done = await findRequest(world.database, withdrawals, { memberId, id: late[0]! });
  expect(done.reason).toBe('');
});

it('one that is above the cap alone holds up nobody, and leaves when two operators release it', async () => {
  nextDay();
  const { first, second } = world.operators;
  const large = await approved(101);
  await send();
  const small = await approved(10);
  await send();
  expect(await states([large, small])).toEqual(['approved', 'completed']);
  expect((await shown()).waiting[0]).toMatchObject({ ID: large, fitsFrom: null });
  const write = world.database.transaction((tx) => tx.run(sendAnyway, [large]));
  await expect(write).rejects.toThrow('above the cap');

  const release = (who: Reviewer, id: number) =>
    proposeRelease(world.deps, who, { withdrawalId: id, reason: 'The bank of the member knows.' });
  await expect(release(first, small)).rejects.toMatchObject({ code: 5034 });
  const reviewId = await release(first, large);
  expect(await release(first, large)).toBe(reviewId);
  await expect(agree(first, reviewId)).rejects.toMatchObject({ code: 5032 });
  await send();
  expect(await world.stateOf(large)).toBe('approved');
  await agree(second, reviewId);
  await send();
  expect(await world.stateOf(large)).toBe('completed');
  expect((await shown()).row).toMatchObject({ out: '111', waiting: 0 });
  const undo = world.database.transaction((tx) => tx.run(forget, [large]));
  await expect(undo).rejects.toThrow('permission denied');
});

it('of two that only the last unit of the cap allows, one leaves, whichever instance sends it', async () => {
  for (let round = 0; round < 4; round += 1) {
    nextDay();
    const ids = [await approved(51), await approved(51)];
    world.clock.advance(61_000);
    const at = world.clock.now();
    const begun = await Promise.allSettled(
      ids.map((id) => world.database.transaction((tx) => tx.maybe(setSending, [id, at]))),
    );
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await states(ids)).toSorted()).toEqual(['approved', 'sending']);
    nextDay();
    await send();
    expect(await states(ids)).toEqual(['completed', 'completed']);
  }
});

it('all coins together have a cap in USDT, under which a coin without a price does not leave', async () => {
  nextDay();
  const { first } = world.operators;
  expect(await cap(first, '50', null)).toBeNull();
  const [fits, above] = [await approved(30), await approved(25)];
  await send();
  expect(await states([fits, above])).toEqual(['completed', 'approved']);
  const { list } = await showOutflow(world.deps);
  expect(list[0]).toMatchObject({ coinname: 'USDT', isAll: true, cap: '50', out: '30' });

  const other = await world.member({ XRP: '1000' });
  const { ID } = await world.withdraw(other, {
    num: '30',
    coin: 'XRP',
    network: 'XRP',
    address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    memo: '7',
  });
  await world.approve(ID);
  nextDay();
  await send();
  await send();
  expect(await states([above, ID])).toEqual(['completed', 'approved']);
  expect(decimal<Amount>((await showOutflow(world.deps)).list[0]!.out)).toBe(decimal('25'));
});
