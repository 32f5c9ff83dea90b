/** Several images of one review, side by side: the face on a document beside the face that holds it. */
import { Button, eyeIcon } from '@tern/ui';
import { useState } from 'react';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { ReviewImage } from './review-image.tsx';
import styles from './review-pane.module.css';

export function ImageRow({ review }: { review: ReviewDetail }) {
  const [areOpen, setOpen] = useState(false);
  return (
    <section aria-label={texts.review.images}>
      <div className={styles.imageRowHead}>
        <h3 className={styles.heading}>{texts.review.images}</h3>
        {!areOpen && (
          <Button isSmall icon={eyeIcon} onPress={() => setOpen(true)}>
            {texts.review.showAll}
          </Button>
        )}
      </div>
      <div className={styles.imageRow}>
        {review.images.map((image) => (
          <ReviewImage key={image.id} reviewId={review.ID} image={image} isOpen={areOpen} />
        ))}
      </div>
    </section>
  );
}
