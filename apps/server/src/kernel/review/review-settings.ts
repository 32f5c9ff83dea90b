/** Settings of reviews. */
import { wholeNumber } from '../settings/settings.ts';

export const reviewSettings = {
  claimMinutes: wholeNumber({
    key: 'review.claimMinutes',
    unit: 'min until a claimed review is free again',
    fallback: 15,
    min: 1,
  }),
  firstApprovalHours: wholeNumber({
    key: 'review.firstApprovalHours',
    unit: 'h that a first approval waits for the second',
    fallback: 24,
    min: 1,
  }),
  holdHoursMax: wholeNumber({
    key: 'review.holdHoursMax',
    unit: 'h that one person may hold a review',
    fallback: 72,
    min: 1,
  }),
};
