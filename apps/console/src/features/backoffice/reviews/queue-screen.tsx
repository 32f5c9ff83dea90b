/** The queue next to the open review; on a narrow screen, one at a time. */
import { classNames, StateBlock } from '@tern/ui';
import { useReview } from '../../../kernel/review/review.ts';
import { KeysHint } from '../../../kernel/page.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { texts } from '../../../kernel/texts.ts';
import { useAddress } from '../../../platform/address.ts';
import { QueueList } from './parts/queue-list.tsx';
import { ReviewPane } from './parts/review-pane.tsx';
import styles from './queue-screen.module.css';

export function QueueScreen() {
  const { id } = useAddress().params;
  const { keys } = texts;
  return (
    <div className={classNames(styles.screen, id !== undefined && styles.hasReview)}>
      <section className={styles.queue} aria-label={texts.queue.title}>
        <QueueList />
        <KeysHint
          more={[
            [['X'], keys.mark],
            [['?'], keys.open],
          ]}
        />
      </section>
      <section className={styles.pane}>
        {id === undefined ? (
          <StateBlock kind="empty" title={texts.queue.pick} text={texts.queue.pickText} />
        ) : (
          <OpenReview key={id} id={id} />
        )}
      </section>
    </div>
  );
}

function OpenReview({ id }: { id: string }) {
  const review = useReview(id);
  return <Loaded query={review}>{(detail) => <ReviewPane review={detail} />}</Loaded>;
}
