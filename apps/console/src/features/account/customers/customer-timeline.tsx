/** Everything that happened in an account, newest first; older pages are read as they are asked for. */
import {
  chatIcon,
  DateText,
  Icon,
  keyIcon,
  shieldIcon,
  Text,
  tradeIcon,
  walletIcon,
} from '@tern/ui';
import { useState } from 'react';
import { ActSentence } from '../../../kernel/audit/act-sentence.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { TimelinePart } from '../../../kernel/timeline-part.tsx';
import { moneyName, type TimelineGroup, type TimelineRow, useTimeline } from './api.ts';
import own from './customers.module.css';
import { customerTexts } from './texts.ts';

const { timeline: labels } = customerTexts.customers;

const ICONS: Readonly<Record<TimelineGroup, string>> = {
  money: walletIcon,
  orders: tradeIcon,
  security: keyIcon,
  chats: chatIcon,
  acts: shieldIcon,
};
const FILTERS = ['all', 'money', 'orders', 'security', 'chats', 'acts'] as const;

export function Timeline({ id }: { id: string }) {
  const [shown, show] = useState<(typeof FILTERS)[number]>('all');
  const query = useTimeline(id, shown === 'all' ? undefined : shown);
  const rows = query.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <TimelinePart
      labels={labels}
      filters={FILTERS}
      shown={shown}
      onShow={show}
      query={query}
      chipsClassName={own.filters}
      none={
        rows.length === 0 && (
          <Text size="label" tone="soft">
            {labels.none}
          </Text>
        )
      }
    >
      <ol className={own.timeline}>
        {rows.map((row) => (
          <li key={`${row.group} ${row.ID}`}>
            <Text as="span" size="cap" tone="faint">
              <DateText at={row.CreatedAt} detail="second" />
            </Text>
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
  if (row.entry !== null) {
    return (
      <>
        {row.entry.login === '' ? labels.server : row.entry.login} <ActSentence line={row.entry} />
      </>
    );
  }
  if (row.group === 'money') return moneyName(row.what);
  if (row.group === 'orders') return labels.order(row.what, row.reference);
  if (row.group === 'chats') return labels.chat(row.reference, row.what === 'closed');
  return row.place === '' ? row.what : `${row.what} · ${row.place}`;
}
