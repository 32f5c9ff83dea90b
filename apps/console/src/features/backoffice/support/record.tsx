/** A record at a message, as it is now: opens its review while one is open, otherwise the customer. */
import { chevronRightIcon, Icon } from '@tern/ui';
import { Figure } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { usePermission } from '../../../kernel/session.ts';
import { hrefOf } from '../../../platform/address.ts';
import type { RecordCard } from './api.ts';
import styles from './inbox.module.css';
import { supportTexts } from './texts.ts';

/** "Deposit D-20418" */
export const recordName = ({ kind, recordNo }: RecordCard): string =>
  `${supportTexts.inbox.records[kind]} ${recordNo}`;

/** What it is about and where it stands. */
export function RecordState({ record: { asset, amount, state } }: { record: RecordCard }) {
  return (
    <>
      {asset !== null && amount !== null && (
        <>
          <Figure value={amount} unit={asset} /> {asset} ·{' '}
        </>
      )}
      {supportTexts.inbox.recordStates[state]}
    </>
  );
}

export function Record({ record, memberId }: { record: RecordCard; memberId: number }) {
  const { recordNo, state } = record;
  const mayReview = usePermission('reviews.read');
  const href =
    mayReview && state === 'underReview'
      ? hrefOf(pages.queue, { search: recordNo })
      : hrefOf(pages.customers, { id: String(memberId) });
  return (
    <a className={styles.record} href={href}>
      <span>
        <b>{recordName(record)}</b>
        <small>
          <RecordState record={record} />
        </small>
      </span>
      <Icon of={chevronRightIcon} size={16} />
    </a>
  );
}
