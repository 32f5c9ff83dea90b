/** The steps of a funding request: done, current, and next. */
import { checkIcon, classNames, closeIcon, formatDate, Icon, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { type I18n, useI18n } from '../../../platform/i18n/i18n.tsx';
import styles from './review-timeline.module.css';
import { decisionTime } from './decision-time.ts';

interface Step {
  state: 'done' | 'now' | 'bad' | 'next';
  title: string;
  text: string;
}

/** The common fields of a reviewed request; `status` as in rules §12, times in ISO 8601. */
export interface ReviewedRecord {
  CreatedAt: string;
  UpdatedAt: string;
  status: number;
  /** Approved while `status` is still 1: being sent. */
  isApproved?: boolean;
  /** Approved, but returned by its own terms: the rate fell below the minimum. */
  isVoided?: boolean;
  decidedAt: string | null;
  dueAt: string;
  heldUntil: string | null;
}

export interface ReviewTimelineProps {
  record: ReviewedRecord;
  /** The last step: before it has happened, and after. */
  end: { next: string; done: string; text: string };
  /** The review step, if it waits for something other than an operator. */
  waiting?: { title: string; text: string } | undefined;
  /** The first step of a request that was not submitted and needs no review. */
  unreviewed?: string;
}

export function ReviewTimeline(props: ReviewTimelineProps) {
  const i18n = useI18n();
  const locale = useNumberLocale();
  const [now] = useState(() => Date.now());
  const time = (at: string) => formatDate(at, { locale });
  return (
    <ol className={styles.line}>
      {stepsOf(props, i18n, { time, now }).map(({ state, title, text }) => (
        <li
          key={title}
          className={classNames(styles[state])}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <i aria-hidden="true">
            {state === 'done' && <Icon of={checkIcon} size={12} />}
            {state === 'bad' && <Icon of={closeIcon} size={12} />}
          </i>
          <div>
            <b>{title}</b>
            <span>{text}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(
  { record, end, waiting, unreviewed }: ReviewTimelineProps,
  { t }: I18n,
  { time, now }: { time: (at: string) => string; now: number },
): Step[] {
  const { CreatedAt, UpdatedAt, status, isApproved, decidedAt } = record;
  const submitted: Step = {
    state: 'done',
    title: unreviewed ?? t('transfer.stepSubmitted'),
    text: time(CreatedAt),
  };
  const decided = time(decidedAt ?? UpdatedAt);
  if (status === 3) {
    const title = t(record.isVoided === true ? 'transfer.voided' : 'transfer.notApproved');
    return [submitted, { state: 'bad', title, text: decided }];
  }
  if (status === 4) {
    return [submitted, { state: 'bad', title: t('transfer.cancelled'), text: decided }];
  }
  const isChecked = isApproved === true || status === 2;
  const decision = decisionTime(record, now);
  const isHeld = decision.key === 'transfer.heldUntil';
  const checking = {
    title: t('transfer.stepChecking'),
    text: t(decision.key, { time: time(decision.at) }),
  };
  const check: Step = isChecked
    ? { state: 'done', title: t('transfer.stepChecked'), text: decided }
    : { state: 'now', ...(!isHeld && waiting ? waiting : checking) };
  const last: Step = {
    state: status === 2 ? 'done' : isChecked ? 'now' : 'next',
    title: status === 2 ? end.done : end.next,
    text: status === 2 ? time(UpdatedAt) : end.text,
  };
  return unreviewed === undefined ? [submitted, check, last] : [submitted, last];
}
