import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { sendWithdrawals } from '../../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { watchResolutions } from '../../src/features/money/funding/manual-resolution/watch-resolutions.ts';
import { createRails, type Rail } from '../../src/kernel/rails/rail.ts';
import { listReviews } from '../../src/kernel/review/list-reviews.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import {
  approveResolution,
  type Chain,
  type RailAnswer,
  HOUR_MS,
  signingRail,
  railTransferOf,
  propose,
} from '../support/manual-resolutions.ts';
import { balanceOf } from '../support/journal.ts';
import { type WithdrawalWorld, withdrawalWorld } from '../support/withdrawals.ts';
import { turns } from '../support/pass-time.ts';

let world: WithdrawalWorld;
const state = { chain: 'nothing' as Chain, railAnswer: 'silent' as RailAnswer };
let rail: Rail;

beforeAll(async () => {
  world = await withdrawalWorld(20);
  rail = signingRail(world.database, {
    chain: () => state.chain,
    railAnswer: () => state.railAnswer,
  });
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const deps = () => ({ ...world.deps, rails: createRails([rail]) });
const send = () => {
  world.clock.advance(16_000);
  return sendWithdrawals(deps());
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const usdt = (owner: number) => balanceOf(world.database, owner, 'USDT');

/** Approved, an hour without an answer, and a proposed resolution that waits for its second approval. */
async function proposedResolution(isSigned: boolean, outcome: 'unsent' | 'sent', txid = '') {
  state.chain = 'nothing';
  state.railAnswer = isSigned ? 'answers' : 'silent';
  const memberId = await world.member({ USDT: '100' });
  const { ID: id } = await world.withdraw(memberId);
  await world.approve(id);
  await send();
  state.railAnswer = 'silent';
  await send();
  world.clock.advance(HOUR_MS);
  await send();
  const { first, second } = world.operators;
  const reviewId = await propose(deps(), first, { withdrawalId: id, outcome, txid });
  const agree = () =>
    codeOf(
      approveResolution({ ...deps(), reviewQueue: world.reviewQueue }, second, {
        reviewId,
        stage: 'second',
      }),
    );
  return { id, memberId, agree };
}

const discrepancies = async () => {
  const { settings, deps } = world;
  const given = { settings, reviews: deps.reviews, at: world.clock.now(), limit: 1, offset: 0 };
  return (await listReviews(world.database, { kind: 'discrepancy' }, given)).total;
};

describe('a manual resolution concurrent with the answer of the rail', () => {
  it('ends the withdrawal once, and a payment of a returned withdrawal is reported once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const known = await discrepancies();
      const { id, memberId, agree } = await proposedResolution(
        true,
        'unsent',
        `took-its-place-${round}`,
      );
      state.railAnswer = 'answers';
      state.chain = 'paid';
      // Sometimes the rail starts first, sometimes the operators.
      const [code] = await Promise.all([
        round % 3 === 0 ? turns(40).then(agree) : agree(),
        round % 3 === 1 ? turns(80).then(send) : send(),
        send(),
      ]);
      world.clock.advance(HOUR_MS);
      await Promise.all([watchResolutions(deps()), watchResolutions(deps())]);
      const end = await world.stateOf(id);
      expect(end).toBe(code === 0 ? 'rejected' : 'completed');
      expect(await usdt(memberId)).toEqual(end === 'rejected' ? { available: '100' } : {});
      expect((await discrepancies()) - known).toBe(end === 'rejected' ? 1 : 0);
    }
  });

  it('records a late answer of the rail, which moves no money', async () => {
    const known = await discrepancies();
    const { id, memberId, agree } = await proposedResolution(
      true,
      'unsent',
      'took-its-place-slowly',
    );
    state.railAnswer = 'answers';
    state.chain = 'paid';
    let isAsked = () => undefined as void;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    let answer = () => undefined as void;
    const answers = new Promise<void>((resolve) => (answer = resolve));
    const slow: Rail = {
      ...rail,
      async send(transfer) {
        const outcome = await rail.send(transfer);
        isAsked();
        await answers;
        return outcome;
      },
    };
    world.clock.advance(16_000);
    const sending = sendWithdrawals({ ...deps(), rails: createRails([slow]) });
    await asked;
    expect(await agree()).toBe(0);
    answer();
    await sending;
    expect(await world.stateOf(id)).toBe('rejected');
    expect(await usdt(memberId)).toEqual({ available: '100' });
    expect((await discrepancies()) - known).toBe(1);
  });

  it('never returns a withdrawal that the rail starts to send', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id, memberId, agree } = await proposedResolution(false, 'unsent');
      state.railAnswer = 'answers';
      const [code] = await Promise.all([agree(), send(), send()]);
      const kept = (await railTransferOf(world.database, `withdrawal:${id}`))!;
      const isReturned = code === 0;
      expect(kept.state).toBe(isReturned ? 'refused' : 'signed');
      expect(await usdt(memberId)).toEqual(isReturned ? { available: '100' } : { held: '100' });
    }
  });

  it('approved by several operators is carried out once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { memberId, agree } = await proposedResolution(false, 'unsent');
      const codes = await Promise.all(Array.from({ length: 5 }, () => agree().catch(() => -1)));
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(await usdt(memberId)).toEqual({ available: '100' });
    }
  });

  it('uses one payment for one withdrawal only', async () => {
    const [one, other] = [
      await proposedResolution(false, 'unsent'),
      await proposedResolution(false, 'unsent'),
    ];
    for (const { agree } of [one, other]) expect(await agree()).toBe(0);
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const memberId = await world.member({ USDT: '100' });
      const { ID } = await world.withdraw(memberId);
      await world.approve(ID);
      ids.push(ID);
    }
    state.railAnswer = 'silent';
    await send();
    world.clock.advance(HOUR_MS);
    await send();
    const codes = await Promise.all(
      ids.map((withdrawalId) =>
        codeOf(
          propose(deps(), world.operators.first, {
            withdrawalId,
            outcome: 'sent',
            txid: 'one-payment',
          }),
        ),
      ),
    );
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 5016]);
  });
});
