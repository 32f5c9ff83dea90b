/** Files of customers' timelines in the review queue: what one would hold, and what an approval begins (ADR 24). */
import { comparisonRow, type ReviewKind } from '../../../../../kernel/review/review-kind.ts';
import type { Reader } from '../../../../../platform/database/database.ts';
import { beginFile, type CustomerFile, fileById, refuseFile } from './store.ts';

export const CUSTOMER_FILE = 'customerFile';

const fileOf = (reader: Reader, id: number): Promise<CustomerFile> => reader.one(fileById, [id]);

const NAMES: Readonly<Record<string, string>> = {
  money: 'money',
  orders: 'orders',
  security: 'sign-ins and security',
  chats: 'chats',
  acts: 'operators',
};

/** A group of the timeline in words. */
export const timelineGroupNames = (group: string): string => NAMES[group] ?? group;

/** `nameOf`: the name in the verified documents of a member. */
export function customerFileKind({
  nameOf,
}: {
  nameOf(reader: Reader, memberId: number): Promise<string | undefined>;
}): ReviewKind {
  return {
    kind: CUSTOMER_FILE,
    letter: 'CF',
    movesMoney: false,
    approvals: 2,
    isProposal: true,
    isDecidedInReadOnly: true,
    async facts(reader, id) {
      const { memberId, groups, fromDay, untilDay, hasAllActs, reason } = await fileOf(reader, id);
      return { memberId, groups: groups.join(', '), fromDay, untilDay, hasAllActs, reason };
    },
    checks: () => Promise.resolve([]),
    async evidence(reader, id) {
      const { memberId, groups, fromDay, untilDay, hasAllActs, reason } = await fileOf(reader, id);
      const acts = hasAllActs ? 'all' : 'those that the customer is shown';
      const rows = [
        ['Customer', `ID ${memberId} ${(await nameOf(reader, memberId)) ?? ''}`.trim()],
        ['Timeline', groups.map(timelineGroupNames).join(', ')],
        ['Days', `${fromDay} – ${untilDay}`],
        ...(groups.includes('acts') ? [['Acts of operators', acts] as const] : []),
      ] as const;
      return {
        summary: reason,
        columns: ['Proposed'],
        rows: rows.map(([label, value]) => comparisonRow(label, [value])),
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      await tx.run(beginFile, [subjectId, at]);
    },
    async reject(tx, { subjectId }) {
      await tx.run(refuseFile, [subjectId]);
    },
  };
}
