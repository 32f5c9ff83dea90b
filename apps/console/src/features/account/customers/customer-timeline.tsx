/** Everything that happened in an account, newest first; older pages are read as they are asked for. */
import {
  Button,
  chatIcon,
  Chip,
  DateText,
  Icon,
  keyIcon,
  shieldIcon,
  SkeletonRows,
  StateBlock,
  Text,
  tradeIcon,
  walletIcon,
} from '@tern/ui';
import { useState } from 'react';
import { ActSentence } from '../../../kernel/audit/act-sentence.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
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
    <Part title={labels.title}>
      <div role="group" aria-label={labels.show} className={own.filters}>
        {FILTERS.map((key) => (
          <Chip key={key} isOn={key === shown} onPress={() => show(key)}>
            {labels.groups[key]}
          </Chip>
        ))}
      </div>
      {query.isPending && <SkeletonRows />}
      {query.isError && (
        <StateBlock
          kind="error"
          title={sentenceOf(query.error)}
          action={
            <Button isSmall onPress={() => void query.refetch()}>
              {texts.errors.retry}
            </Button>
          }
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
      )}
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
      {query.hasNextPage && (
        <Button
          isSmall
          kind="outline"
          isDisabled={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {labels.older}
        </Button>
      )}
    </Part>
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
