/** Payouts that a bank is to send, as the console shows them. */
import { formatDecimal } from '@tern/money';
import type { BankPayout } from '@tern/protocol/operator';
import { type Page, readPage } from '../../../../kernel/requests/page.ts';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { sealedEnds } from '../../../../kernel/review/sealed-numbers.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { fileNo } from '../bank/payment-files.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { payouts } from './payouts.ts';
import { PAYOUT_RETURN } from './propose-return.ts';
import { bankPages, type PayoutAtBank } from './store.ts';

/** Oldest approval first. `search`: the number of a record or member, also of sent ones; other text finds nothing. */
export function listAtBank(reader: Reader, { page, search }: { page: Page; search: string }) {
  const digits = /^(?:b-?)?0*(\d{1,15})$/i.exec(search.trim())?.[1];
  return readPage(reader, bankPages, {
    filter: [search.trim() === '' ? null : Number(digits ?? 0)],
    page,
    row: (row) => rowOf(reader, row),
  });
}

async function rowOf(reader: Reader, row: PayoutAtBank): Promise<BankPayout> {
  const { id, returnId } = row;
  const [payment, back] = await Promise.all([
    reviewOf(reader, payouts.kind, id),
    returnId === null ? undefined : reviewOf(reader, PAYOUT_RETURN, returnId),
  ]);
  return {
    ID: id,
    recordNo: recordNoOf(payouts, id),
    memberId: row.memberId,
    coinname: row.asset,
    num: formatDecimal(row.amount),
    currency: row.currency,
    received: formatDecimal(row.received),
    bankname: row.bankName,
    accountname: row.accountName,
    bankcard: sealedEnds(row.cardNumber),
    ibna: sealedEnds(row.iban),
    decidedAt: isoTime(row.decidedAt),
    isSent: row.state === 'completed',
    bankReference: row.bankReference,
    valueDate: row.valueDate,
    paymentReviewId: payment!.id,
    reviewId: back?.id ?? null,
    file:
      row.fileId === null
        ? null
        : { recordNo: fileNo(row.fileId), isSent: row.fileState === 'sent' },
  };
}
