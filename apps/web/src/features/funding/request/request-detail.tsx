/** The page of one funding request: status, terms, and cancelling it. */
import { Button, Card, CtaBar, NavBar, ScreenBody, ScreenHeader, SkeletonDetail } from '@tern/ui';
import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../../../kernel/empty-state.tsx';
import { type Loadable, Loaded } from '../../../kernel/loaded.tsx';
import { useRecordId } from '../../../kernel/record-id.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../platform/navigation/links.ts';
import { ReasonNote } from './reason-note.tsx';
import styles from '../../../kernel/record-detail.module.css';
import { RecordHead } from './record-head.tsx';
import {
  type ReviewedRecord,
  ReviewTimeline,
  type ReviewTimelineProps,
} from './review-timeline.tsx';

export interface RequestDetailScreenProps {
  title: string;
  action?: ReactNode;
  /** Shown when the URL names no request, with a link to the list. */
  none: Pick<EmptyStateProps, 'title' | 'page'>;
  renderDetail: (id: number) => ReactNode;
}

export function RequestDetailScreen(props: RequestDetailScreenProps) {
  const { title, action, none, renderDetail } = props;
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} action={action} />
      </ScreenHeader>
      {id === undefined ? (
        <ScreenBody>
          <EmptyState {...none} label={t('transfer.records')} isReplaced />
        </ScreenBody>
      ) : (
        renderDetail(id)
      )}
    </>
  );
}

export interface RequestDetailProps<R extends ReviewedRecord & { num: string; reason: string }> {
  query: Loadable<R>;
  coinOf: (record: R) => string;
  timelineOf: (record: R) => Omit<ReviewTimelineProps, 'record'>;
  renderFacts: (record: R) => ReactNode;
  /** Shown if it was rejected or cancelled. */
  over?: string;
  /** The button at the foot. */
  foot: ReactNode;
  dialog?: ReactNode;
}

export function RequestDetail<R extends ReviewedRecord & { num: string; reason: string }>(
  props: RequestDetailProps<R>,
) {
  const { query, coinOf, timelineOf, renderFacts, over, foot, dialog } = props;
  const refresh = useRefresh();
  return (
    <>
      <ScreenBody isPadded foot={foot ? 'cta' : 'none'} onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {(record) => (
            <>
              <RecordHead coin={coinOf(record)} num={record.num} record={record} />
              <div className={styles.stack}>
                <ReasonNote record={record} {...(over === undefined ? {} : { over })} />
                <Card>
                  <ReviewTimeline record={record} {...timelineOf(record)} />
                </Card>
                {renderFacts(record)}
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

export function CancelBar({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <CtaBar>
      <Button kind="outline" isFull onPress={onPress}>
        {label}
      </Button>
    </CtaBar>
  );
}
