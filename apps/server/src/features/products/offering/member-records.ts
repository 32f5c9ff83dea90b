/** Subscriptions as records of their member, for conversations with support. */
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { LETTER } from './describe-offering.ts';
import {
  type StoredSubscription,
  subscriptionOf,
  subscriptionOwner,
  subscriptionsOf,
} from './store.ts';

const recordOf = (bought: StoredSubscription): MemberRecord => ({
  id: bought.id,
  recordNo: recordNo(LETTER, bought.id),
  asset: bought.asset,
  amount: bought.quantity,
  state: bought.thawedAt === null ? 'open' : 'completed',
  createdAt: bought.createdAt,
  canCancel: false,
  page: '/pages/IEO/history',
});

export const subscriptionRecords: RecordSource = {
  kind: 'subscription',
  list: async (reader, memberId, limit) =>
    (await reader.many(subscriptionsOf, [memberId, null, limit, 0])).map(recordOf),
  async find(reader, memberId, id) {
    const bought = await reader.maybe(subscriptionOf, [memberId, id]);
    return bought === undefined ? undefined : recordOf(bought);
  },
  ownerOf: async (reader, id) => (await reader.maybe(subscriptionOwner, [id]))?.memberId,
};
