/** A record that the customer attached, as it is now: opens its review while one is open, otherwise the customer. */
import { chevronRightIcon, Icon } from '@tern/ui';
import { Figure } from '../../kernel/exact-amount.tsx';
import { pages } from '../../kernel/pages.ts';
import { useHasRole } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import { hrefOf } from '../../platform/address.ts';
import type { Message } from './api.ts';
import styles from './inbox.module.css';

type Card = NonNullable<Message['record']>;

export function Record({ record, memberId }: { record: Card; memberId: number }) {
  const { kind, recordNo, asset, amount, state } = record;
  const mayReview = useHasRole('reviewer');
  const href =
    mayReview && state === 'underReview'
      ? hrefOf(pages.queue, { search: recordNo })
      : hrefOf(pages.customers, { id: String(memberId) });
  return (
    <a className={styles.record} href={href}>
      <span>
        <b>
          {texts.inbox.records[kind]} {recordNo}
        </b>
        <small>
          {asset !== null && amount !== null && (
            <>
              <Figure value={amount} unit={asset} /> {asset} ·{' '}
            </>
          )}
          {texts.inbox.recordStates[state]}
        </small>
      </span>
      <Icon of={chevronRightIcon} size={16} />
    </a>
  );
}
