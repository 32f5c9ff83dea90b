/** Stuck withdrawals, whose rail does not answer, as the console shows them. */
import { formatDecimal } from '@tern/money';
import type { HaltedWithdrawal } from '@tern/protocol/operator';
import { type Page, readPage } from '../../../../kernel/requests/page.ts';
import { storedTransfer } from '../../../../kernel/rails/abandon-transfer.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { withdrawals } from '../withdrawal/withdrawals.ts';
import { RESOLUTION } from './propose-resolution.ts';
import { signedTxid } from './rules.ts';
import { type StuckWithdrawal, stuckPages } from './store.ts';

/** The longest wait first. `search`: the number of a record or member; other text finds nothing. */
export function listStuck(
  reader: Reader,
  { page, search, timeoutMs }: { page: Page; search: string; timeoutMs: number },
) {
  const digits = /^(?:w-?)?0*(\d{1,15})$/i.exec(search.trim())?.[1];
  return readPage(reader, stuckPages, {
    filter: [search.trim() === '' ? null : Number(digits ?? 0)],
    page,
    row: (row) => rowOf(reader, row, timeoutMs),
  });
}

async function rowOf(
  reader: Reader,
  row: StuckWithdrawal,
  timeoutMs: number,
): Promise<HaltedWithdrawal> {
  const { id, silentSince, resolutionId } = row;
  const kept = await storedTransfer(reader, `withdrawal:${id}`);
  const review =
    resolutionId === null ? undefined : await reviewOf(reader, RESOLUTION, resolutionId);
  return {
    ID: id,
    recordNo: recordNoOf(withdrawals, id),
    memberId: row.memberId,
    coinname: row.asset,
    czline: row.network,
    address: row.address,
    num: formatDecimal(row.amount),
    silentSince: isoTime(silentSince),
    silence: row.silence,
    decidableFrom: isoTime(silentSince + timeoutMs),
    signed: signedTxid(kept) ?? '',
    reviewId: review?.id ?? null,
  };
}
