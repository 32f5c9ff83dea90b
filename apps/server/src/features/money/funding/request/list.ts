/** A member's own requests of a kind, and how all kinds show them. */
import { formatDecimal } from '@tern/money';
import { messageIn } from '../../../../kernel/i18n/reasons.ts';
import type { Lang } from '../../../../kernel/i18n/texts.ts';
import { pageOf, readPage } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type FundingRequest, recordNoOf, type RequestKind } from './request-kind.ts';
import { statesOf, statusOf } from './states.ts';

export interface ListInput {
  memberId: number;
  page?: number | string;
  pageSize?: number | string;
  /** Absent or 0: all. */
  status?: number | string;
  lang?: Lang;
}

/** Newest first, of one status or all. */
export function listRequests<T extends FundingRequest, Row>(
  reader: Reader,
  { store, row }: RequestKind<T, Row>,
  input: ListInput,
) {
  const { memberId, lang } = input;
  return readPage(reader, store, {
    filter: [memberId, statesOf(Number(input.status ?? 0))],
    page: pageOf(input),
    row: (request) => row(request, lang),
  });
}

/** @throws not-found for an absent request or another member's */
export async function findRequest<T extends FundingRequest, Row>(
  reader: Reader,
  { store, row }: RequestKind<T, Row>,
  { memberId, id, lang }: { memberId: number; id: number; lang?: Lang },
): Promise<Row> {
  const found = await reader.maybe(store.ofMember, [id, memberId]);
  if (found === undefined) throw new Refusal('not-found');
  return row(found, lang);
}

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** The fields that all kinds show. */
export function requestRow(
  kind: { kind: string; letter: string },
  request: FundingRequest,
  lang: Lang = 'en',
) {
  const act = request.heldUntil === null ? `reject.${kind.kind}` : 'hold';
  return {
    ID: request.id,
    CreatedAt: isoTime(request.createdAt),
    UpdatedAt: isoTime(request.updatedAt),
    recordNo: recordNoOf(kind, request.id),
    num: formatDecimal(request.amount),
    status: statusOf(request.state),
    reason: messageIn(lang, request.reason, act),
    heldUntil: timeOrNull(request.heldUntil),
    dueAt: isoTime(request.dueAt),
    decidedAt: timeOrNull(request.decidedAt),
  };
}
