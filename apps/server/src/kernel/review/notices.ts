/** Notices of decisions. Asset and amount are empty where a review moves no money; the category is that of the record. */
import { defineNotices } from '../messaging/notice-kinds.ts';

const reviewed = { recordNo: 'text', asset: 'text', amount: 'amount' } as const;

export const reviewNotices = defineNotices({
  'review.approved': { values: reviewed },
  'review.rejected': { values: { ...reviewed, reason: 'reason' }, isUrgent: true },
  'review.voided': { values: { ...reviewed, reason: 'reason' } },
  'review.held': { values: { ...reviewed, until: 'moment', reason: 'reason' } },
});

declare module '../messaging/notice-kinds.ts' {
  interface NoticeCatalogue {
    review: typeof reviewNotices;
  }
}
