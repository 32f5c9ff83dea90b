/** Swaps as records of their member, for conversations with support. */
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { type StoredSwap, swapOfMember, swapOwner, swapsOfMember } from './store.ts';

/** Begins the numbers that the app shows for swaps. */
export const LETTER = 'S';

const recordOf = ({ id, fromAsset, given, createdAt }: StoredSwap): MemberRecord => ({
  id,
  recordNo: recordNo(LETTER, id),
  asset: fromAsset,
  amount: given,
  state: 'completed',
  createdAt,
  canCancel: false,
  page: '/pages/bitcoin/exchangeDetail',
});

export const swapRecords: RecordSource = {
  kind: 'swap',
  list: async (reader, memberId, limit) =>
    (await reader.many(swapsOfMember, [memberId, limit, 0])).map(recordOf),
  async find(reader, memberId, id) {
    const swap = await reader.maybe(swapOfMember, [id, memberId]);
    return swap === undefined ? undefined : recordOf(swap);
  },
  ownerOf: async (reader, id) => (await reader.maybe(swapOwner, [id]))?.memberId,
};
