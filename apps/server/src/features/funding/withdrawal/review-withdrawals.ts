/** What the review queue asks about withdrawals: facts, checks, evidence, and what a decision does. */
import { formatDecimal, negate, subtract } from '@tern/money';
import { isVerified, memberById } from '../../../kernel/members/members.ts';
import { findAssetNetwork, readAddressOn } from '../../../kernel/networks/networks.ts';
import type { Decision, ReviewKind } from '../../../kernel/review/review-kind.ts';
import type { Rails } from '../../../kernel/rails/rail.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { KIND } from './create-withdrawal.ts';
import { returnWithdrawal } from './end-withdrawal.ts';
import {
  countArrivedAt,
  setHeld,
  setState,
  type Withdrawal,
  withdrawalById,
  withdrawalForUpdate,
} from './store.ts';
import { postAndPublish } from './post-and-publish.ts';

interface Moment {
  rails: Rails;
  at: number;
}

const subjectOf = (reader: Reader, id: number): Promise<Withdrawal> =>
  reader.one(withdrawalById, [id]);

async function checksOf(reader: Reader, withdrawal: Withdrawal, { rails, at }: Moment) {
  const { memberId, asset, network: code, address, memo } = withdrawal;
  const [member, network, arrived] = await Promise.all([
    memberById(reader, memberId),
    findAssetNetwork(reader, asset, code),
    reader.one(countArrivedAt, [memberId, code, address, memo]),
  ]);
  const blockedUntil = member?.withdrawalsBlockedUntil ?? 0;
  return [
    {
      name: 'address-possible',
      isPassed: network !== undefined && readAddressOn(network, address) === address,
      level: 'stop',
    },
    { name: 'network-carried', isPassed: rails.carry(asset, code), level: 'stop' },
    { name: 'account-not-frozen', isPassed: member?.isFrozen === false, level: 'stop' },
    {
      name: 'identity-verified',
      isPassed: member !== undefined && isVerified(member),
      level: 'stop',
    },
    { name: 'no-password-change-in-24h', isPassed: blockedUntil <= at, level: 'stop' },
    { name: 'address-paid-before', isPassed: arrived.total > 0, level: 'warning' },
    { name: 'network-open', isPassed: network?.takesWithdrawals === true, level: 'warning' },
  ] as const;
}

async function evidenceOf(reader: Reader, withdrawal: Withdrawal) {
  const { memberId, asset, network, address, memo, amount, fee } = withdrawal;
  const member = await memberById(reader, memberId);
  const row = (label: string, value: string) => ({ label, values: [value], isEqual: null });
  return {
    summary: `${network} · sent on approval`,
    columns: ['Request'],
    rows: [
      row('Member', member?.email ?? ''),
      row('Amount', `${formatDecimal(amount)} ${asset}`),
      row('Fee', `${formatDecimal(fee)} ${asset}`),
      row('Arrives', `${formatDecimal(subtract(amount, fee))} ${asset}`),
      row('Address', address),
      ...(memo === '' ? [] : [row('Memo', memo)]),
      row('Requested', isoTime(withdrawal.createdAt)),
    ],
    images: [],
    change: { asset, amount: negate(amount), of: 'total' },
  } as const;
}

/** `wake`: called after a decision, so that what was approved leaves at once. */
export function reviewWithdrawals(rails: Rails, wake: () => void): ReviewKind {
  const locked = (tx: Tx, decision: Decision) => tx.one(withdrawalForUpdate, [decision.subjectId]);
  return {
    kind: KIND,
    letter: 'W',
    movesMoney: true,
    approvals: 2,
    async facts(reader, id) {
      const { memberId, asset, network, address, memo, amount, fee } = await subjectOf(reader, id);
      return {
        memberId,
        asset,
        network,
        address,
        memo,
        amount: formatDecimal(amount),
        fee: formatDecimal(fee),
      };
    },
    checks: async (reader, id, at) => checksOf(reader, await subjectOf(reader, id), { rails, at }),
    evidence: async (reader, id) => evidenceOf(reader, await subjectOf(reader, id)),
    async approve(tx, decision) {
      const { at } = decision;
      await locked(tx, decision);
      const approved = await tx.one(setState, [decision.subjectId, 'approved', '', '', at, at]);
      await postAndPublish(tx, { withdrawal: approved, entries: [], at });
    },
    async reject(tx, decision) {
      const { reason, at } = decision;
      await returnWithdrawal(tx, await locked(tx, decision), { state: 'rejected', reason, at });
    },
    async held(tx, { subjectId, until, reason, at }) {
      const held = await tx.one(setHeld, [subjectId, until, reason, at]);
      await postAndPublish(tx, { withdrawal: held, entries: [], at });
    },
    decided: wake,
  };
}
