/** Beside the facts: images, the history, and the very facts that an approval names. */
import { DateText } from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';
import type { ReviewDetail } from '../api.ts';
import { ReviewImage } from './review-image.tsx';
import styles from './review-pane.module.css';

export function ReviewAside({ review }: { review: ReviewDetail }) {
  const { images, history, facts, hash } = review;
  return (
    <aside className={styles.aside} aria-label={texts.review.history}>
      {images.length > 0 && (
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
              <DateText at={at} detail="short" />{' '}
              <span>
                {texts.history[action] ?? action}
                {login !== '' && `, ${login}`}
                {reason !== '' && `: ${reason}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <details className={styles.exact}>
        <summary>{texts.review.facts}</summary>
        <dl>
          {Object.entries(facts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
          <div>
            <dt>{texts.review.hash}</dt>
            <dd>
              <code>{hash}</code>
            </dd>
          </div>
        </dl>
      </details>
    </aside>
  );
}
