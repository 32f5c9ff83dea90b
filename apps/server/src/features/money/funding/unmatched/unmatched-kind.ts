/** The review of proposals for unmatched transfers: facts, checks, evidence; an approval credits it to a member or the exchange, or dismisses it, once. */
import { exchangeAccounts } from '@tern/ledger';
import { formatDecimal, subtract } from '@tern/money';
import type { FundedAccount } from '@tern/protocol/operator';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { postEntries } from '../../../../kernel/ledger/post-entries.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { reasonForStaff } from '../../../../kernel/i18n/reasons.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { proposalKind } from '../../../../kernel/review/proposals.ts';
import { notFrozen } from '../../../../kernel/review/member-checks.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewCheck,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { creditTransfer } from '../deposit/credit-seen.ts';
import { treasuryEntry } from '../deposit/rules.ts';
import { addressOwner } from '../deposit/store.ts';
import { creditOf, UNMATCHED } from './propose-unmatched.ts';
import {
  countAlike,
  proposalById,
  setCredited,
  setDismissed,
  setOfTreasury,
  setProposalState,
  type UnmatchedDeposit,
  unmatchedByReference,
  unmatchedForUpdate,
  type UnmatchedProposal,
} from './store.ts';

interface Subject {
  proposal: UnmatchedProposal;
  unmatched: UnmatchedDeposit;
}

async function readSubject(reader: Reader, id: number): Promise<Subject> {
  const proposal = await reader.one(proposalById, [id]);
  const unmatched = await reader.one(unmatchedByReference, [proposal.reference]);
  return { proposal, unmatched };
}

const isSettled = ({ depositId, dismissedAt, houseAt }: UnmatchedDeposit) =>
  depositId !== null || dismissedAt !== null || houseAt !== null;

async function checksOf(
  { proposal, unmatched }: Subject,
  reader: Reader,
): Promise<readonly ReviewCheck[]> {
  const { memberId } = proposal;
  const unsettled = {
    name: 'not-settled-yet',
    isPassed: !isSettled(unmatched),
    level: 'stop',
  } as const;
  if (memberId === null) return [unsettled];
  const { asset, network, address, amount } = unmatched;
  const [member, owner, alike] = await Promise.all([
    memberById(reader, memberId),
    reader.maybe(addressOwner, [network, address]),
    reader.one(countAlike, [memberId, asset, network, amount]),
  ]);
  const isOthers = owner !== undefined && owner.memberId !== memberId;
  return [
    unsettled,
    { name: 'address-of-nobody-else', isPassed: !isOthers, level: 'warning' },
    { name: 'not-told-as-well', isPassed: alike.total === 0, level: 'warning' },
    notFrozen(member, 'warning'),
  ];
}

async function evidenceOf({ proposal, unmatched }: Subject, reader: Reader) {
  const { memberId, account, fee } = proposal;
  const { asset, network, address, amount, txid } = unmatched;
  const member = memberId === null ? undefined : await memberById(reader, memberId);
  const row = (label: string, value: string) => comparisonRow(label, [value]);
  return {
    summary:
      memberId !== null
        ? `${network} · credited on approval`
        : account === null
          ? `${network} · dismissed on approval: no member’s deposit`
          : `${network} · treasury money on approval: ${account}`,
    columns: ['Seen on the network'],
    rows: [
      ...(memberId === null ? [] : [row('Member', `${memberId} ${member?.email ?? ''}`)]),
      row('Amount', `${formatDecimal(amount)} ${asset}`),
      ...(memberId === null ? [] : [row('Fee', `${formatDecimal(fee)} ${asset}`)]),
      row('Address', address),
      row('Transaction', txid),
      row('Reference', unmatched.reference),
      row('Not credited because', unmatched.fault),
      row('Seen', isoTime(unmatched.seenAt)),
      ...(memberId === null ? [] : [row('Customer reads', reasonForStaff(proposal.message))]),
      row('Inner reason', proposal.reason),
    ],
    images: [],
  };
}

export function unmatchedKind({ assets }: { assets: AssetRegistry }): ReviewKind {
  return proposalKind({
    kind: UNMATCHED,
    letter: 'T',
    read: readSubject,
    facts({ proposal, unmatched }) {
      const { act, memberId, account, fee, message, reason } = proposal;
      const { reference, asset, network, address, amount, txid } = unmatched;
      const seen = { reference, asset, network, address, amount, txid };
      return {
        act,
        memberId,
        ...(account === null ? {} : { account }),
        fee,
        message,
        reason,
        ...seen,
      };
    },
    checks: checksOf,
    evidence: evidenceOf,
    change: ({ proposal: { memberId, fee }, unmatched: { asset, amount } }) =>
      memberId === null ? undefined : { asset, amount: subtract(amount, fee) },
    texts: ({ proposal }) => proposal,
    approve: (tx, decision) => settle(tx, assets, decision),
    async reject(tx, { subjectId }) {
      await tx.run(setProposalState, [subjectId, 'dropped']);
    },
  });
}

/**
 * @throws not-listed when the coin is no longer offered, out-of-bounds, facts-changed when the fee has changed,
 * already-decided when it is settled
 */
async function settle(tx: Tx, assets: AssetRegistry, { subjectId, at }: Decision): Promise<void> {
  const { reference, memberId, account, fee } = await tx.one(proposalById, [subjectId]);
  const unmatched = await tx.one(unmatchedForUpdate, [reference]);
  if (isSettled(unmatched)) throw new Refusal('already-decided');
  await tx.run(setProposalState, [subjectId, 'carried']);
  if (account !== null) {
    await tx.run(setOfTreasury, [reference, at]);
    const received = await creditOf(tx, assets, unmatched);
    const owner = exchangeAccounts[account as FundedAccount];
    const { asset } = unmatched;
    await postEntries(tx, [treasuryEntry({ id: subjectId, owner, asset, ...received })], at);
    return;
  }
  if (memberId === null) {
    await tx.run(setDismissed, [reference, at]);
    return;
  }
  const credit = { memberId, ...(await creditOf(tx, assets, unmatched)) };
  if (credit.fee !== fee) throw new Refusal('facts-changed');
  await creditTransfer(tx, { transfer: unmatched, credit, at }, (depositId) =>
    tx.run(setCredited, [reference, depositId]),
  );
}
