/** The page of an outgoing request: status, terms, and cancelling it. */
import { Button, Card, CtaBar, ScreenBody } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type Loadable, Loaded } from '../../../kernel/loaded.tsx';
import { useRefresh } from '../../../kernel/refresh.ts';
import { ReasonNote } from './reason-note.tsx';
import styles from './record-detail.module.css';
import { RecordHead } from './record-head.tsx';
import {
  type ReviewedRecord,
  ReviewTimeline,
  type ReviewTimelineProps,
} from './review-timeline.tsx';

export interface OutgoingRecord extends ReviewedRecord {
  coinname: string;
  num: string;
  reason: string;
}

export interface OutgoingDetailProps<R extends OutgoingRecord> {
  query: Loadable<R>;
  /** The last step of the timeline. */
  end: ReviewTimelineProps['end'];
  renderFacts: (record: R) => ReactNode;
  canCancel: boolean;
  /** From `useCancelRequest`. */
  cancelling: { ask: () => void; dialog: ReactNode };
}

export function OutgoingDetail<R extends OutgoingRecord>(props: OutgoingDetailProps<R>) {
  const { query, end, renderFacts, canCancel, cancelling } = props;
  const t = useT();
  const refresh = useRefresh();
  return (
    <>
      <ScreenBody isPadded foot={canCancel ? 'cta' : 'none'} onRefresh={refresh}>
        <Loaded query={query}>
          {(record) => (
            <>
              <RecordHead coin={record.coinname} num={record.num} record={record} />
              <div className={styles.stack}>
                <ReasonNote record={record} over={t('transfer.returned')} />
                <Card>
                  <ReviewTimeline record={record} end={end} />
                </Card>
                {renderFacts(record)}
              </div>
            </>
          )}
        </Loaded>
      </ScreenBody>
      {canCancel && (
        <CtaBar>
          <Button kind="outline" isFull onPress={cancelling.ask}>
            {t('transfer.cancelIt')}
          </Button>
        </CtaBar>
      )}
      {cancelling.dialog}
    </>
  );
}
