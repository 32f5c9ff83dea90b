/** Requests as records of their member, for conversations with support. */
import type { RecordCard, RecordKind } from '@tern/protocol';
import type { MemberRecord, RecordSource } from '../../../../kernel/requests/member-records.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { type FundingRequest, recordNoOf, type RequestKind } from './request-kind.ts';

const CARD_STATES: Readonly<Record<string, RecordCard['state']>> = {
  approved: 'onItsWay',
  sending: 'onItsWay',
  completed: 'completed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  returned: 'returned',
};

/** `page`: of one request in the members' app. */
export function requestRecords<T extends FundingRequest>(
  kind: RequestKind<T> & { kind: string },
  { name, page }: { name: RecordKind; page: string },
): RecordSource {
  const recordOf = (request: T): MemberRecord => ({
    id: request.id,
    recordNo: recordNoOf(kind, request.id),
    asset: request.asset,
    amount: request.amount,
    state: CARD_STATES[request.state] ?? 'underReview',
    createdAt: request.createdAt,
    canCancel: request.state === 'reviewed' && isCancellable(kind, request),
    page,
  });
  return {
    kind: name,
    list: async (reader, memberId, limit) =>
      (await reader.many(kind.store.list, [memberId, null, limit, 0])).map(recordOf),
    async find(reader, memberId, id) {
      const request = await reader.maybe(kind.store.ofMember, [id, memberId]);
      return request === undefined ? undefined : recordOf(request);
    },
    ownerOf: async (reader, id) => (await reader.maybe(kind.store.byId, [id]))?.memberId,
  };
}

function isCancellable<T extends FundingRequest>(
  { assertCancellable }: Pick<RequestKind<T>, 'assertCancellable'>,
  request: T,
): boolean {
  try {
    assertCancellable?.(request);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
