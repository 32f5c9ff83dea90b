/** The way of a withdrawal, step by step: what is behind it, where it is, what comes. */
import { checkIcon, classNames, closeIcon, formatDate, Icon, useNumberLocale } from '@tern/ui';
import { type I18n, useI18n } from '../../../platform/i18n/i18n.tsx';
import type { Withdrawal } from '../withdrawal-pages.ts';
import styles from './review-timeline.module.css';

interface Step {
  state: 'done' | 'now' | 'bad' | 'next';
  title: string;
  text: string;
}

/** Times already formatted. */
export function ReviewTimeline({ withdrawal }: { withdrawal: Withdrawal }) {
  const i18n = useI18n();
  const locale = useNumberLocale();
  const time = (at: string) => formatDate(at, { locale });
  return (
    <ol className={styles.line}>
      {stepsOf(withdrawal, i18n, time).map(({ state, title, text }) => (
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

function stepsOf(withdrawal: Withdrawal, { t }: I18n, time: (at: string) => string): Step[] {
  const { CreatedAt, UpdatedAt, status, isApproved, decidedAt, dueAt, heldUntil } = withdrawal;
  const submitted: Step = {
    state: 'done',
    title: t('withdrawal.stepSubmitted'),
    text: time(CreatedAt),
  };
  const decided = time(decidedAt ?? UpdatedAt);
  if (status === 3) {
    const title = t('withdrawal.notApproved');
    return [submitted, { state: 'bad', title, text: decided }];
  }
  if (status === 4) {
    const title = t('withdrawal.cancelled');
    return [submitted, { state: 'bad', title, text: decided }];
  }
  const isChecked = isApproved || status === 2;
  const waiting =
    heldUntil === null
      ? t('withdrawal.decidedBy', { time: time(dueAt) })
      : t('withdrawal.heldUntil', { time: time(heldUntil) });
  return [
    submitted,
    {
      state: isChecked ? 'done' : 'now',
      title: t(isChecked ? 'withdrawal.stepChecked' : 'withdrawal.stepChecking'),
      text: isChecked ? decided : waiting,
    },
    {
      state: status === 2 ? 'done' : isChecked ? 'now' : 'next',
      title: t(status === 2 ? 'withdrawal.stepSent' : 'withdrawal.stepSending'),
      text: status === 2 ? time(UpdatedAt) : t('withdrawal.toYourAddress'),
    },
  ];
}
