/** Everything that happened in a case and in the customer's account, newest first. */
import {
  chatIcon,
  DateText,
  Icon,
  identityIcon,
  keyIcon,
  shieldIcon,
  tradeIcon,
  walletIcon,
} from '@tern/ui';
import { useState } from 'react';
import { ActSentence } from '../../../kernel/audit/act-sentence.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { recordName } from '../../../kernel/record-name.ts';
import { TimelinePart } from '../../../kernel/timeline-part.tsx';
import { type TimelineGroup, type TimelineRow, useCaseTimeline } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { timeline: labels } = caseTexts;

const ICONS: Readonly<Record<TimelineGroup, string>> = {
  case: identityIcon,
  money: walletIcon,
  orders: tradeIcon,
  security: keyIcon,
  chats: chatIcon,
  acts: shieldIcon,
};
const FILTERS = ['all', 'case', 'money', 'security', 'orders', 'chats', 'acts'] as const;

export function CaseTimeline({ id }: { id: string }) {
  const [shown, show] = useState<(typeof FILTERS)[number]>('all');
  const query = useCaseTimeline(id, shown === 'all' ? undefined : shown);
  const rows = query.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <TimelinePart
      labels={labels}
      filters={FILTERS}
      shown={shown}
      onShow={show}
      query={query}
      chipsClassName={styles.chips}
      none={rows.length === 0 && <p className={styles.quiet}>{labels.none}</p>}
    >
      <ol className={styles.timeline} aria-label={labels.title}>
        {rows.map((row) => (
          <li key={`${row.group} ${row.ID}`} data-group={row.group}>
            <DateText at={row.CreatedAt} detail="short" />
            <Icon of={ICONS[row.group]} size={16} />
            <span>
              <What row={row} />
            </span>
            {row.amount !== null && (
              <ExactAmount value={row.amount} unit={row.asset} isSigned={row.group === 'money'} />
            )}
          </li>
        ))}
      </ol>
    </TimelinePart>
  );
}

function What({ row }: { row: TimelineRow }) {
  const { group, what, entry, login, text, facts, reference, place } = row;
  if (group === 'case') {
    const words = labels.events[what]?.(facts ?? {}) ?? what;
    return (
      <>
        <b>{login === '' ? labels.server : login}</b> {words}
        {text !== '' && <q>{text}</q>}
      </>
    );
  }
  if (entry !== null) {
    return (
      <>
        {entry.login === '' ? labels.server : entry.login} <ActSentence line={entry} />
      </>
    );
  }
  if (group === 'money') return recordName(Number(what));
  if (group === 'orders') return labels.order(what, reference);
  if (group === 'chats') return labels.chat(reference, what === 'closed');
  return place === '' ? what : `${what} · ${place}`;
}
