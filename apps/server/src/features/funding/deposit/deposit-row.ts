/** Deposits as the wire shows them. */
import { formatDecimal, subtract } from '@tern/money';
import { depositCate, depositType, transferStatus } from '@tern/protocol';
import { isoTime } from '../../../platform/clock.ts';
import type { Deposit } from './store.ts';

export const LETTER = 'D';

const statusOf: Record<string, number> = {
  reviewed: transferStatus.underReview,
  completed: transferStatus.completed,
  rejected: transferStatus.rejected,
  cancelled: transferStatus.cancelled,
};

const typeOf: Record<string, number> = {
  member: depositType.toldByMember,
  network: depositType.seenOnNetwork,
  platform: depositType.addedByPlatform,
};

/** Null for 0 and for what is no status. */
export function stateOf(status: number): string | null {
  return Object.keys(statusOf).find((state) => statusOf[state] === status) ?? null;
}

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

export function depositRow(deposit: Deposit) {
  const { id, state, amount, fee } = deposit;
  return {
    ID: id,
    CreatedAt: isoTime(deposit.createdAt),
    UpdatedAt: isoTime(deposit.updatedAt),
    recordNo: `${LETTER}-${id}`,
    cate: depositCate.crypto,
    type: typeOf[deposit.source] ?? depositType.seenOnNetwork,
    coin: deposit.asset,
    czline: deposit.network,
    address: deposit.address,
    num: formatDecimal(amount),
    fee: formatDecimal(fee),
    actual: state === 'completed' ? formatDecimal(subtract(amount, fee)) : null,
    payimg: deposit.imageId,
    status: statusOf[state] ?? transferStatus.underReview,
    reason: deposit.reason,
    heldUntil: timeOrNull(deposit.heldUntil),
    dueAt: isoTime(deposit.dueAt),
    decidedAt: timeOrNull(deposit.decidedAt),
    txid: deposit.txid,
  };
}
