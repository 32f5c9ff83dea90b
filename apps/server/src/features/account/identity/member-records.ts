/** The documents of a member's identity as records, for conversations with support. */
import type { RecordCard } from '@tern/protocol';
import { type Member, memberById, realNameStatus } from '../../../kernel/members/members.ts';
import type { MemberRecord, RecordSource } from '../../../kernel/requests/member-records.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { IDENTITY_LETTER, statusOf } from './describe-documents.ts';
import { type Documents, documentsById, latestOfMember } from './store.ts';

const STATES: Readonly<Record<number, RecordCard['state']>> = {
  [realNameStatus.submitted]: 'underReview',
  [realNameStatus.verified]: 'completed',
};

const recordOf = (documents: Documents, member: Member): MemberRecord => ({
  id: documents.id,
  recordNo: recordNo(IDENTITY_LETTER, documents.id),
  asset: null,
  amount: null,
  state: STATES[statusOf(documents, member)] ?? 'rejected',
  createdAt: documents.createdAt,
  canCancel: false,
  page: '/pages/user/realName',
});

export const verificationRecords: RecordSource = {
  kind: 'verification',
  /** The latest documents only: they decide. */
  async list(reader, memberId) {
    const documents = await reader.maybe(latestOfMember, [memberId]);
    const member = await memberById(reader, memberId);
    return documents === undefined || member === undefined ? [] : [recordOf(documents, member)];
  },
  async find(reader, memberId, id) {
    const documents = await reader.maybe(documentsById, [id]);
    const member = await memberById(reader, memberId);
    return documents?.memberId !== memberId || member === undefined
      ? undefined
      : recordOf(documents, member);
  },
  ownerOf: async (reader, id) => (await reader.maybe(documentsById, [id]))?.memberId,
};
