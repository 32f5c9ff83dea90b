/** One alarm: its possible causes and figures, a link to the customer, and the review. */
import { Button, ButtonLink, DateText, Inline } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import styles from '../../../kernel/page.module.css';
import { Facts } from '../../../kernel/page.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { hrefOf } from '../../../platform/address.ts';
import type { Alarm } from './api.ts';
import { alarmTexts } from './texts.ts';

const { alarms } = alarmTexts;

/** "53.1%" */
const shareOf = ({ wins, losses }: Alarm): string =>
  `${Math.round((1_000 * wins) / (wins + losses)) / 10}%`;

export function AlarmDetail({ alarm }: { alarm: Alarm }) {
  const { ID, kind, subject, side, memberId, reviewedAt, firstBy } = alarm;
  const mayReview = usePermission('reviews.first', 'reviews.second');
  const seesCustomers = usePermission('customers.read');
  const [isAsked, ask] = useState(false);
  const own = useSession()?.operator.login;
  const review = useAct('POST /operator/resultAlarm/review', ({ isReviewed }) =>
    isReviewed ? alarms.done : alarms.burst.done,
  );
  return (
    <div className={styles.expanded}>
      <p>{kind === 'burst' ? alarms.burst.meaning : alarms.meaning[subject][side]}</p>
      <AlarmFacts alarm={alarm} />
      <Inline gap={8} align="center" isWrapped>
        {memberId !== null && seesCustomers && (
          <ButtonLink isSmall href={hrefOf(pages.customers, { id: String(memberId) })}>
            {alarms.customer}
          </ButtonLink>
        )}
        {reviewedAt === null && mayReview && firstBy !== own && (
          <Button isSmall kind="primary" onPress={() => ask(true)}>
            {alarms.review}
          </Button>
        )}
      </Inline>
      <ReasonDialog
        isOpen={isAsked}
        question={alarms.ask}
        hint={alarms.hint}
        confirmLabel={alarms.confirm}
        isBusy={review.isBusy}
        onCancel={() => ask(false)}
        onConfirm={(reason) => review.run({ ID, reason }, () => ask(false))}
      >
        <p>{alarms.follows}</p>
      </ReasonDialog>
    </div>
  );
}

function AlarmFacts({ alarm }: { alarm: Alarm }) {
  const { facts } = alarms;
  const { kind, stopped, firstBy, reviewedAt, reviewedBy, reason } = alarm;
  const { expectedNet, ties, period, UpdatedAt } = alarm;
  const rows = [
    [facts.share, shareOf(alarm)],
    [facts.expected, alarms.half],
    [facts.expectedNet, <ExactAmount key="net" value={expectedNet} unit="USDT" isSigned />],
    [facts.ties, String(ties)],
    [facts.counted, <DateText key="period" at={period} detail="day" />],
    [facts.updated, <DateText key="updated" at={UpdatedAt} detail="short" />],
    ...(kind === 'burst'
      ? ([
          [alarms.burst.stopped, stopped.join(', ')],
          [alarms.burst.first, firstBy ?? alarms.burst.none],
        ] as const)
      : []),
    ...(reviewedAt === null
      ? []
      : ([
          [facts.reviewed, <DateText key="reviewed" at={reviewedAt} detail="short" />],
          [facts.by, reviewedBy ?? ''],
          [facts.reason, reason],
        ] as const)),
  ] as const;
  return <Facts className={styles.factGrid} rows={rows} />;
}
