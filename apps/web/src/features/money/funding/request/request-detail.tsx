/** The page of one funding request: status, terms, and cancelling it. */
import {
  AmountText,
  Button,
  Card,
  CoinMark,
  CtaBar,
  DateText,
  Inline,
  KeyValue,
  Note,
  Pill,
  ScreenBody,
  SkeletonDetail,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { type Loadable, Loaded } from '../../../../kernel/loaded.tsx';
import styles from '../../../../kernel/record-detail.module.css';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { StatusPill } from './request-list.tsx';
import type { FundingRequest } from './request.ts';
import { ReviewTimeline, type ReviewTimelineProps } from './review-timeline.tsx';

export interface RequestDetailProps<R extends FundingRequest> {
  query: Loadable<R>;
  timelineOf: (request: R) => Omit<ReviewTimelineProps, 'request'>;
  renderFacts: (request: R) => ReactNode;
  /** Above the timeline. */
  renderNotice?: (request: R) => ReactNode;
  /** Shown if it was rejected or cancelled: "Returned to your balance." */
  over?: string;
  /** The button at the foot. */
  foot: ReactNode;
  dialog?: ReactNode;
}

export function RequestDetail<R extends FundingRequest>(props: RequestDetailProps<R>) {
  const { query, timelineOf, renderFacts, renderNotice, over, foot, dialog } = props;
  const refresh = useRefresh();
  return (
    <>
      <ScreenBody isPadded foot={foot ? 'cta' : 'none'} onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {(request) => (
            <>
              <Head request={request} />
              <div className={styles.stack}>
                <ReasonNote request={request} over={over} />
                {renderNotice?.(request)}
                <Card>
                  <ReviewTimeline request={request} {...timelineOf(request)} />
                </Card>
                {renderFacts(request)}
              </div>
            </>
          )}
        </Loaded>
      </ScreenBody>
      {foot}
      {dialog}
    </>
  );
}

function Head({ request }: { request: FundingRequest }) {
  const { asset, amount, recordNo } = request;
  const t = useT();
  useContactReference(recordNo);
  const places = exactPlaces(amount, useCoinPlaces(asset));
  return (
    <div className={styles.head}>
      <CoinMark symbol={asset} logo={useCoin(asset)?.logo} size={44} />
      <div className={styles.amount}>
        <AmountText value={amount} places={places} unit={asset} look="hero" />
      </div>
      <Inline gap={6} justify="center" isWrapped>
        <StatusPill {...request} />
        <Pill kind="sim">{t('common.paper')}</Pill>
      </Inline>
    </div>
  );
}

interface ReasonNoteProps {
  request: FundingRequest;
  over: string | undefined;
}

/** Why a request was rejected or paused, and where the money is now. */
function ReasonNote({ request: { status, reason }, over }: ReasonNoteProps) {
  const after = status === 'rejected' || status === 'cancelled' ? over : undefined;
  if (after === undefined && reason === '') return null;
  return (
    <Note kind={status === 'rejected' ? 'warn' : 'info'}>
      {reason !== '' && <p>{reason}</p>}
      {after !== undefined && <p>{after}</p>}
    </Note>
  );
}

/** `submitted`: the name of its first moment, if it was not submitted. */
export function RequestFacts(props: { request: FundingRequest; submitted?: string }) {
  const t = useT();
  const { recordNo, CreatedAt, UpdatedAt } = props.request;
  return (
    <>
      <KeyValue name={t('transfer.recordNo')} value={recordNo} />
      <KeyValue
        name={props.submitted ?? t('transfer.submittedAt')}
        value={<DateText at={CreatedAt} detail="second" />}
      />
      <KeyValue
        name={t('transfer.changedAt')}
        value={<DateText at={UpdatedAt} detail="second" />}
      />
    </>
  );
}

export function CancelBar({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <CtaBar>
      <Button kind="outline" isFull onPress={onPress}>
        {label}
      </Button>
    </CtaBar>
  );
}
