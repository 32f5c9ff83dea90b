/** The queue beside the review that is open; on a narrow screen one at a time. */
import { classNames, StateBlock } from '@tern/ui';
import { useRef, useState } from 'react';
import { Loaded } from '../../kernel/loaded.tsx';
import { texts } from '../../kernel/texts.ts';
import { useAddress } from '../../platform/address.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { useReview } from './api.ts';
import { KeysDialog } from './parts/keys-dialog.tsx';
import { QueueList } from './parts/queue-list.tsx';
import { ReviewPane } from './parts/review-pane.tsx';
import styles from './queue-screen.module.css';

/** Moves the focus along the list; from outside of it to the open one, or else the first. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-review]') ?? [])];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const open = rows.findIndex((row) => row.ariaCurrent === 'true');
  const from = focused === -1 ? open : focused;
  const next = from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by));
  rows[next]?.focus();
}

export function QueueScreen() {
  const { params } = useAddress();
  const list = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [areKeysShown, showKeys] = useState(false);
  const { id } = params;
  useShortcuts({
    j: () => step(list.current, 1),
    k: () => step(list.current, -1),
    '/': () => search.current?.focus(),
    '?': () => showKeys(true),
  });
  return (
    <div className={classNames(styles.screen, id !== undefined && styles.hasReview)}>
      <section ref={list} className={styles.queue} aria-label={texts.queue.title}>
        <QueueList searchField={search} />
        <button type="button" className={styles.keys} onClick={() => showKeys(true)}>
          {texts.keys.open}
          <kbd>?</kbd>
        </button>
      </section>
      <section className={styles.pane}>
        {id === undefined ? (
          <StateBlock kind="empty" title={texts.queue.pick} text={texts.queue.pickText} />
        ) : (
          <OpenReview key={id} id={id} />
        )}
      </section>
      <KeysDialog isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </div>
  );
}

function OpenReview({ id }: { id: string }) {
  const review = useReview(id);
  return <Loaded query={review}>{(detail) => <ReviewPane review={detail} />}</Loaded>;
}
