/** The review of withdrawals: facts, checks, evidence and the approval. */
import { formatDecimal, negate, subtract } from '@tern/money';
import { memberById } from '../../../../kernel/members/members.ts';
import { findAssetNetwork, readAddressOn } from '../../../../kernel/networks/networks.ts';
import {
  identityVerified,
  noPasswordChange,
  notFrozen,
} from '../../../../kernel/review/member-checks.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { screeningCheck } from '../../../../kernel/screening/screen.ts';
import type { Rails } from '../../../../kernel/rails/rail.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { suspicionOf } from '../address-book/suspect-address.ts';
import { roomCheck } from '../outflow/room.ts';
import { publish } from '../request/publish.ts';
import { requestReview, subjectsWith } from '../request/review.ts';
import { countArrivedAt, setApproved, type Withdrawal, withdrawalsLike } from './store.ts';
import { withdrawals } from './withdrawals.ts';

interface Moment {
  rails: Rails;
  at: number;
}

async function checksOf(reader: Reader, withdrawal: Withdrawal, { rails, at }: Moment) {
  const { id, memberId, asset, network: code, address, memo, amount, fee } = withdrawal;
  const leaves = subtract(amount, fee);
  const [member, network, arrived, suspicion, room] = await Promise.all([
    memberById(reader, memberId),
    findAssetNetwork(reader, asset, code),
    reader.one(countArrivedAt, [memberId, code, address, memo]),
    suspicionOf(reader, rails, { memberId, to: withdrawal }),
    roomCheck(reader, { asset, leaves }, at),
  ]);
  const { isContract, isTreasury, depositOf, lookAlike } = suspicion;
  return [
    {
      name: 'address-possible',
      isPassed: network !== undefined && readAddressOn(network, address) === address,
      level: 'stop',
    },
    { name: 'address-no-contract', isPassed: !isContract, level: 'stop' },
    {
      name: 'address-not-ours',
      isPassed: !isTreasury && depositOf === undefined,
      level: isTreasury || depositOf === memberId ? 'stop' : 'warning',
      ...(depositOf !== undefined && { detail: `deposit address of customer ${depositOf}` }),
    },
    {
      name: 'address-no-look-alike',
      isPassed: lookAlike === undefined,
      level: 'stop',
      ...(lookAlike && { detail: `${address} and ${lookAlike.address}` }),
    },
    { name: 'network-carried', isPassed: rails.carry(asset, code), level: 'stop' },
    notFrozen(member, 'stop'),
    identityVerified(member),
    noPasswordChange(member, at),
    await screeningCheck(reader, { kind: withdrawals.kind, subjectId: id, memberId }),
    { name: 'address-paid-before', isPassed: arrived.total > 0, level: 'warning' },
    { name: 'network-open', isPassed: network?.takesWithdrawals === true, level: 'warning' },
    room,
  ] as const;
}

async function evidenceOf(reader: Reader, withdrawal: Withdrawal, rails: Rails) {
  const { memberId, asset, network, address, memo, amount, fee, txid } = withdrawal;
  const [member, { lookAlike }] = await Promise.all([
    memberById(reader, memberId),
    suspicionOf(reader, rails, { memberId, to: withdrawal }),
  ]);
  const known = lookAlike && (lookAlike.name === '' ? 'Paid before' : `Saved as ${lookAlike.name}`);
  const row = (label: string, value: string) =>
    comparisonRow(label, lookAlike ? [value, null] : [value]);
  return {
    summary: `${network} · sent on approval`,
    columns: known === undefined ? ['Request'] : ['Request', known],
    rows: [
      row('Member', member?.email ?? ''),
      row('Amount', `${formatDecimal(amount)} ${asset}`),
      row('Fee', `${formatDecimal(fee)} ${asset}`),
      row('Arrives', `${formatDecimal(subtract(amount, fee))} ${asset}`),
      lookAlike
        ? comparisonRow('Address', [address, lookAlike.address], false)
        : row('Address', address),
      ...(memo === '' ? [] : [row('Memo', memo)]),
      ...(txid === '' ? [] : [row('Transaction', txid)]),
      row('Requested', isoTime(withdrawal.createdAt)),
    ],
    images: [],
  } as const;
}

/** `wake`: called after a decision, so that an approved withdrawal is sent immediately. */
export function reviewWithdrawals(rails: Rails, wake: () => void): ReviewKind {
  return requestReview(withdrawals, {
    facts({ memberId, asset, network, address, memo, amount, fee }) {
      return { memberId, asset, network, address, memo, amount, fee };
    },
    checks: (withdrawal, reader, at) => checksOf(reader, withdrawal, { rails, at }),
    evidence: (withdrawal, reader) => evidenceOf(reader, withdrawal, rails),
    change: ({ asset, amount }) => ({ asset, amount: negate(amount), of: 'total' }),
    async approve(tx, { id }, { at }) {
      const request = await tx.one(setApproved, [id, at]);
      await publish(tx, withdrawals, { request, at });
    },
    find: subjectsWith(withdrawalsLike),
    decided: wake,
  });
}
