/** Opens the review that a proposal created. */
import { goTo } from '../platform/address.ts';
import { pages } from './pages.ts';

export function openReview({ reviewId }: { reviewId: number }): void {
  goTo(pages.queue, { id: String(reviewId) });
}
