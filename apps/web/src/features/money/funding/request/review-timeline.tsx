/** The steps of a funding request: done, current, and next. */
import { formatDate, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { type Step, StepList } from '../../../../kernel/step-list.tsx';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';
import { decisionTime, type FundingRequest } from './request.ts';

export interface ReviewTimelineProps {
  request: FundingRequest;
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
  return <StepList steps={stepsOf(props, i18n, { time, now })} />;
}

function stepsOf(
  { request, end, waiting, unreviewed }: ReviewTimelineProps,
  { t }: I18n,
  { time, now }: { time: (at: string) => string; now: number },
): Step[] {
  const { CreatedAt, UpdatedAt, status, isApproved, decidedAt } = request;
  const submitted: Step = {
    state: 'done',
    title: unreviewed ?? t('transfer.stepSubmitted'),
    text: time(CreatedAt),
  };
  const decided = time(decidedAt ?? UpdatedAt);
  if (status === 'rejected') {
    const title = t(request.isVoided === true ? 'transfer.voided' : 'transfer.notApproved');
    return [submitted, { state: 'bad', title, text: decided }];
  }
  if (status === 'cancelled') {
    return [submitted, { state: 'bad', title: t('transfer.cancelled'), text: decided }];
  }
  const isChecked = isApproved === true || status === 'completed';
  const decision = decisionTime(request, now);
  const isHeld = decision.key === 'transfer.heldUntil';
  const checking = {
    title: t('transfer.stepChecking'),
    text: t(decision.key, { time: time(decision.at) }),
  };
  const check: Step = isChecked
    ? { state: 'done', title: t('transfer.stepChecked'), text: decided }
    : { state: 'now', ...(!isHeld && waiting ? waiting : checking) };
  const last: Step = {
    state: status === 'completed' ? 'done' : isChecked ? 'now' : 'next',
    title: status === 'completed' ? end.done : end.next,
    text: status === 'completed' ? time(UpdatedAt) : end.text,
  };
  return unreviewed === undefined ? [submitted, check, last] : [submitted, last];
}
