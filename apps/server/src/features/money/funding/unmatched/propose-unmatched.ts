/** One operator proposes the owner of an unmatched transfer, a member or the exchange, or to dismiss it; a second one must approve (ADR 31, 62). */
import type { MessageCode } from '@tern/protocol/operator';
import { formatDecimal, ZERO } from '@tern/money';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { findAssetNetwork } from '../../../../kernel/networks/networks.ts';
import { isTreasuryAddress } from '../../../../kernel/rails/treasury-address.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { propose, type ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import type { Credit } from '../deposit/credit-seen.ts';
import { splitArrived } from '../deposit/rules.ts';
import { insertProposal, proposalOf, type UnmatchedDeposit, unmatchedForUpdate } from './store.ts';

export const UNMATCHED = 'stray';

export type UnmatchedDeps = ProposalDeps & Deps<'assets'>;

export interface UnmatchedInput {
  reference: string;
  act: 'credit' | 'house' | 'dismiss';
  /** Of a credit. */
  memberId: number | undefined;
  /** The name of the exchange account that gets it. */
  account?: string | undefined;
  /** What a member reads; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
}

/**
 * Returns the id of the review that awaits the second approval; an operator who repeats a proposal gets the same id.
 * @throws not-listed for a coin that is not offered, invalid-request naming the field, not-found for an unknown transfer or
 * member, account-closed, out-of-bounds for less than the coin's smallest unit, already-decided beside another proposal or
 * once it is settled
 */
export async function proposeUnmatched(
  deps: UnmatchedDeps,
  actor: Reviewer,
  input: UnmatchedInput,
): Promise<number> {
  const { reference, act, memberId = null, account = null } = input;
  const reason = readReason(input.reason);
  const message = readMessage('approve.stray', input.message);
  if ((act === 'credit') !== (memberId !== null)) {
    throw new Refusal('invalid-request', { fields: ['memberId'] });
  }
  if ((act === 'house') !== (account !== null)) {
    throw new Refusal('invalid-request', { fields: ['account'] });
  }
  return propose(deps, actor, async (tx) => {
    const unmatched = await tx.maybe(unmatchedForUpdate, [reference]);
    if (unmatched === undefined) throw new Refusal('not-found', { fields: ['reference'] });
    const { asset, amount } = unmatched;
    // What arrived at a member's address is never the exchange's.
    if (act === 'house' && !(await isTreasuryAddress(tx, unmatched))) {
      throw new Refusal('invalid-request', { fields: ['proposal'] });
    }
    return {
      kind: UNMATCHED,
      earlier: await tx.maybe(proposalOf, [reference]),
      content: { act, memberId, account, message, reason },
      async insert(at) {
        const credit = act === 'dismiss' ? undefined : await creditOf(tx, deps.assets, unmatched);
        if (memberId !== null) await assertOpen(tx, memberId);
        const fee = act === 'credit' ? (credit?.fee ?? ZERO) : ZERO;
        const about = { reference, act, memberId, account, fee, message, reason };
        const by = { proposedBy: actor.operatorId, createdAt: at };
        const { id } = await insertProposal(tx, { ...about, ...by });
        const detail = { reference, act, asset, amount: formatDecimal(amount) };
        const log = { action: 'stray.propose', subject: `stray:${id}`, detail } as const;
        return { id, memberId, asset, amount, log };
      },
    };
  });
}

/** @throws not-found, account-closed */
async function assertOpen(reader: Reader, memberId: number): Promise<void> {
  const member = await memberById(reader, memberId);
  const detail = { fields: ['memberId'] };
  if (member === undefined) throw new Refusal('not-found', detail);
  if (member.closedAt !== null) throw new Refusal('account-closed', detail);
}

/** What a credit would be, without the fee where that would take all of it. @throws not-listed, out-of-bounds */
export async function creditOf(
  reader: Reader,
  assets: AssetRegistry,
  unmatched: UnmatchedDeposit,
): Promise<Omit<Credit, 'memberId'>> {
  const asset = assets.find(unmatched.asset);
  const network = asset && (await findAssetNetwork(reader, asset.code, unmatched.network));
  if (asset === undefined || network === undefined) throw new Refusal('not-listed');
  const { amount, remainder } = splitArrived(unmatched.amount, asset.scale);
  if (amount <= ZERO) throw new Refusal('out-of-bounds');
  const { networkId, depositFee } = network;
  return { networkId, amount, remainder, fee: amount > depositFee ? depositFee : ZERO };
}
