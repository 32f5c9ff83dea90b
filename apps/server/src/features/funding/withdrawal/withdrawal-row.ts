/** Withdrawals as the wire shows them. */
import { formatDecimal, subtract } from '@tern/money';
import { transferStatus } from '@tern/protocol';
import { reasonIn } from '../../../kernel/i18n/reasons.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Withdrawal } from './store.ts';

const statusOf: Record<string, number> = {
  reviewed: transferStatus.underReview,
  approved: transferStatus.underReview,
  sending: transferStatus.underReview,
  completed: transferStatus.completed,
  rejected: transferStatus.rejected,
  cancelled: transferStatus.cancelled,
};

/** The states behind a status of the wire; nothing for 0, which asks for all. */
export function statesOf(status: number): string[] | null {
  if (status === 0) return null;
  return Object.keys(statusOf).filter((state) => statusOf[state] === status);
}

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** Reasons of the program's own are in the language; what people wrote is as they wrote it. */
export function withdrawalRow(withdrawal: Withdrawal, lang: Lang = 'en') {
  const { id, state, amount, fee } = withdrawal;
  return {
    ID: id,
    CreatedAt: isoTime(withdrawal.createdAt),
    UpdatedAt: isoTime(withdrawal.updatedAt),
    recordNo: `W-${id}`,
    coinname: withdrawal.asset,
    czline: withdrawal.network,
    address: withdrawal.address,
    memo: withdrawal.memo,
    num: formatDecimal(amount),
    fee: formatDecimal(fee),
    actual: formatDecimal(subtract(amount, fee)),
    status: statusOf[state] ?? transferStatus.underReview,
    isApproved: state === 'approved' || state === 'sending',
    reason: reasonIn(lang, withdrawal.reason),
    heldUntil: timeOrNull(withdrawal.heldUntil),
    dueAt: isoTime(withdrawal.dueAt),
    decidedAt: timeOrNull(withdrawal.decidedAt),
    txid: withdrawal.txid,
  };
}
