/** The images and the history of a review. */
import { DateText } from '@tern/ui';
import { useSession } from '../../../../kernel/session.ts';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { ReviewImage } from './review-image.tsx';
import styles from './review-pane.module.css';

export function ReviewAside({ review }: { review: ReviewDetail }) {
  const { images, history } = review;
  const me = useSession()?.operator.login;
  return (
    <aside className={styles.aside} aria-label={texts.review.history}>
      {images.length === 1 && (
        <section>
          <h3 className={styles.heading}>{texts.review.images}</h3>
          {images.map((image) => (
            <ReviewImage key={image.id} reviewId={review.ID} image={image} />
          ))}
        </section>
      )}
      <section>
        <h3 className={styles.heading}>{texts.review.history}</h3>
        <ol className={styles.history}>
          {history.toReversed().map(({ at, action, login, reason }) => (
            <li key={`${at} ${action}`}>
              <DateText at={at} detail="short" />
              <span>
                {texts.history[action] ?? action}
                {login !== '' && ` · ${login === me ? texts.review.you : login}`}
                {reason !== '' && <q>{reason}</q>}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}
