/** Fiat on a fresh database: verified members with a withdrawal password, two operators, prices that the test sets. */
import { hasProvenFunds } from '../../src/features/account/identity/index.ts';
import { keepCard } from '../../src/features/money/funding/bank-cards/cards.ts';
import {
  createPayout,
  type PayoutInput,
} from '../../src/features/money/funding/payout/create-payout.ts';
import { reviewPayouts } from '../../src/features/money/funding/payout/review-payouts.ts';
import { recordSent, type Sent } from '../../src/features/money/funding/payout/record-sent.ts';
import {
  proposeReturn,
  type ReturnProposal,
} from '../../src/features/money/funding/payout/propose-return.ts';
import { payoutReturnKind } from '../../src/features/money/funding/payout/return-kind.ts';
import { payoutStore, returnOf } from '../../src/features/money/funding/payout/store.ts';
import { wireStore } from '../../src/features/money/funding/wire/store.ts';
import { createWire, type WireInput } from '../../src/features/money/funding/wire/create-wire.ts';
import {
  type Receipt,
  recordReceipt,
} from '../../src/features/money/funding/wire/record-receipt.ts';
import { reviewWires } from '../../src/features/money/funding/wire/review-wires.ts';
import { reviewDetail, reviewOf } from '../../src/kernel/review/list-reviews.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { isoTime } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { swapDependencies } from './swap.ts';
import { plainCall } from './without-factors.ts';
import { PAY_PASSWORD, withdrawalWorld } from './withdrawals.ts';

type Kind = 'wire' | 'payout' | 'payback';

export const CARD = {
  bankname: 'Hafenbank',
  accountname: 'Kim Tester',
  bankcard: '4000 1234 5678 4821',
  bankaddress: '1 Harbour Street, Hamburg',
  ibna: 'DE89 3704 0044 0532 0130 00',
  payeeaddress: 'HAFBDEFF',
  country: 'de',
};

/** The same in the words of the domain. */
export const GIVEN_CARD = {
  bankName: CARD.bankname,
  accountName: CARD.accountname,
  cardNumber: CARD.bankcard,
  bankAddress: CARD.bankaddress,
  iban: CARD.ibna,
  payeeAddress: CARD.payeeaddress,
  country: CARD.country,
};

/** A number as rows have it, for rows that a test writes: nobody can open it. */
export const SEALED_NUMBER = `s1:${'A'.repeat(43)}:**** 4821`;

export type FiatWorld = Awaited<ReturnType<typeof fiatWorld>>;

export async function fiatWorld(poolSize = 8) {
  const world = await withdrawalWorld(poolSize);
  const { database, clock, reviewQueue } = world;
  const swapDeps = await swapDependencies(database, clock);
  /** By member; those without are verified as the holder of `CARD`. */
  const names = new Map<number, string>();
  const verifiedName = async (_reader: unknown, memberId: number) =>
    names.get(memberId) ?? CARD.accountname;
  const identity = { verifiedName, hasProvenFunds };
  const deps = { ...swapDeps, ...world.deps, random: systemRandom, ...identity };
  const { reviews, settings } = deps;
  reviews.register(reviewWires(deps));
  reviews.register(reviewPayouts(deps));
  reviews.register(payoutReturnKind());
  swapDeps.tickAll();
  const { first, second } = world.operators;
  const detailOf = async (kind: Kind, id: number) => {
    const review = (await reviewOf(database, kind, id))!;
    return (await reviewDetail(database, review.id, { settings, at: clock.now(), reviews }))!;
  };
  const agree = async (kind: Kind, who: Reviewer, id: number, stage: 'first' | 'second') => {
    const { review, hash } = await detailOf(kind, id);
    await reviewQueue.claim(who, review.id);
    await reviewQueue.approve(who, review.id, { stage, hash, note: '', isAcknowledged: true });
  };
  let transfers = 0;
  const approve = async (kind: Kind, id: number) => {
    await agree(kind, first, id, 'first');
    await agree(kind, second, id, 'second');
  };
  /** Records that the bank sent an approved payout. */
  const bankSends = async (payoutId: number, over: Partial<Sent> = {}) => {
    transfers += 1;
    const sent = {
      bankReference: `OUT-${transfers}`,
      valueDate: isoTime(clock.now()).slice(0, 10),
    };
    await recordSent(deps, second, { payoutId, ...sent, ...over });
  };
  return {
    ...world,
    agreeWithdrawal: world.agree,
    /** With a balance in every case. */
    member: (funds: Record<string, string>) => world.member({ BTC: '1', ...funds }),
    swapDeps,
    names,
    deps,
    detailOf,
    agree,
    approve,
    bankSends,
    /** Approved by two operators and sent by the bank. */
    async pay(payoutId: number) {
      await approve('payout', payoutId);
      await bankSends(payoutId);
    },
    /** One operator proposes that the bank returned it; gives the id of the proposal. */
    async proposeReturn(payoutId: number, over: Partial<ReturnProposal> = {}, who = first) {
      const given = {
        num: undefined,
        bankReference: 'RET-1',
        reason: 'Account closed, says the bank.',
      };
      await proposeReturn(deps, who, { payoutId, ...given, ...over });
      return (await database.maybe(returnOf, [payoutId]))!.id;
    },
    async reject(kind: Kind, id: number, reason: string) {
      const { review } = await detailOf(kind, id);
      await reviewQueue.claim(first, review.id);
      await reviewQueue.reject(first, review.id, { reason });
    },
    announce: (memberId: number, over: Partial<WireInput> = {}) =>
      createWire(deps, {
        memberId,
        coin: 'USD',
        num: '5000',
        email: 'kim@tern.test',
        lang: 'en',
        key: undefined,
        ...over,
      }),
    /** Records that money came in for a wire. */
    async arrive(id: number, over: Partial<Receipt> = {}, who: Reviewer = first) {
      const { review } = await detailOf('wire', id);
      await reviewQueue.claim(who, review.id);
      transfers += 1;
      const bankReference = `BANK-${transfers}`;
      const receipt = { num: '5000', bankReference, payer: 'Kim Tester', ...over };
      await recordReceipt(deps, who, { reviewId: review.id, receipt });
    },
    async card(memberId: number): Promise<number> {
      return (await keepCard(deps, plainCall(memberId), GIVEN_CARD)).ID;
    },
    payOut: (memberId: number, cardId: number, over: Partial<PayoutInput> = {}) =>
      createPayout(deps, {
        memberId,
        cardId,
        num: '100',
        coin: 'USDT',
        coinId: undefined,
        currency: undefined,
        leastReceived: undefined,
        payPassword: PAY_PASSWORD,
        key: undefined,
        call: plainCall(memberId),
        ...over,
      }),
    wire: (id: number) => database.one(wireStore.byId, [id]),
    payout: (id: number) => database.one(payoutStore.byId, [id]),
  };
}
