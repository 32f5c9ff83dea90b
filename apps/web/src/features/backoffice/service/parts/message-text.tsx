/** The text of a message: plain, with a mark for each part that was hidden. */
import { Fragment } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Message } from '../thread.ts';
import styles from './service.module.css';

/** As in the protocol, whose schemas are not part of the app. */
const HIDDEN_PART = '\ufffc';

const LABELS = {
  password: 'service.hiddenPassword',
  code: 'service.hiddenCode',
  card: 'service.hiddenCard',
} as const;

export function MessageText({ text, hidden }: Pick<Message, 'text' | 'hidden'>) {
  const t = useT();
  const parts = text.split(HIDDEN_PART);
  return (
    <p className={styles.text} dir="auto">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts never change their order
        <Fragment key={index}>
          {index > 0 && (
            <span className={styles.hidden}>
              {t(LABELS[hidden[index - 1]?.kind ?? 'password'])}
            </span>
          )}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
