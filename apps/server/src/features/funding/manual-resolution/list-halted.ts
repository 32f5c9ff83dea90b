/** Stuck withdrawals, whose rail has no result, as the console shows them. */
import { formatDecimal } from '@tern/money';
import type { HaltedWithdrawal } from '@tern/protocol/operator';
import type { Page } from '../../../kernel/requests/page.ts';
import { storedTransfer } from '../../../kernel/rails/given-up.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { withdrawals } from '../withdrawal/withdrawals.ts';
import { RESOLUTION } from './propose-resolution.ts';
import { signedTxid } from './rules.ts';
import { countHalted, type Halted, haltedWithdrawals, resolutionOf } from './store.ts';

/** The longest wait first. `search`: the number of a record or member; other text finds nothing. */
export async function listHalted(
  reader: Reader,
  { page, search, haltMs }: { page: Page; search: string; haltMs: number },
) {
  const digits = /^(?:w-?)?0*(\d{1,15})$/i.exec(search.trim())?.[1];
  const wanted = search.trim() === '' ? null : Number(digits ?? 0);
  const [rows, { total }] = await Promise.all([
    reader.many(haltedWithdrawals, [wanted, page.limit, page.offset]),
    reader.one(countHalted, [wanted]),
  ]);
  const list = await Promise.all(rows.map((row) => rowOf(reader, row, haltMs)));
  return { list, total, page: page.number, pageSize: page.limit };
}

async function rowOf(reader: Reader, row: Halted, haltMs: number): Promise<HaltedWithdrawal> {
  const { id, memberId, asset, network, address, amount, silentSince, silence } = row;
  const kept = await storedTransfer(reader, `withdrawal:${id}`);
  const resolution = await reader.maybe(resolutionOf, [id]);
  const review = resolution && (await reviewOf(reader, RESOLUTION, resolution.id));
  return {
    ID: id,
    recordNo: recordNoOf(withdrawals, id),
    memberId,
    coinname: asset,
    czline: network,
    address,
    num: formatDecimal(amount),
    silentSince: isoTime(silentSince),
    silence,
    decidableFrom: isoTime(silentSince + haltMs),
    signed: signedTxid(kept) ?? '',
    reviewId: review?.id ?? null,
  };
}
