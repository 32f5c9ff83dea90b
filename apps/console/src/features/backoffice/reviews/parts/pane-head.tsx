/** The head of a review: record, stage, claim and its remaining time. */
import { Button, chevronLeftIcon, DateText, formatDate, Icon, Pill } from '@tern/ui';
import { useAct } from '../../../../kernel/act.ts';
import { pages } from '../../../../kernel/pages.ts';
import { texts } from '../../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../../platform/address.ts';
import { useNow } from '../../../../platform/now.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { nameOfKind } from '../kind-labels.ts';
import type { Rights } from '../../../../kernel/review/rights.ts';
import styles from './review-pane.module.css';

const MINUTE_MS = 60_000;
/** A claim lasts at least a minute by its setting; the ring shows at most a quarter of an hour. */
const RING_MINUTES = 15;
const SOON_MINUTES = 2;

export interface PaneHeadProps {
  review: ReviewDetail;
  rights: Rights;
}

export function PaneHead({ review, rights }: PaneHeadProps) {
  const { params } = useAddress();
  const { kind, recordNo, stage, state, memberId, CreatedAt, claimUntil } = review;
  const clock = formatDate(claimUntil, { locale: 'en', detail: 'clock' });
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <a className={styles.back} href={hrefOf(pages.queue, { ...params, id: undefined })}>
          <Icon of={chevronLeftIcon} size={18} />
          {texts.review.back}
        </a>
        <h2>
          {nameOfKind(kind)} {recordNo}
          <Pill kind={state === 'open' ? 'review' : 'neutral'} dot="self">
            {stage === 'done' ? texts.states[state] : texts.review.needs[stage]}
          </Pill>
        </h2>
        <p>
          {memberId !== null && (
            <>
              <a
                href={hrefOf(pages.customers, { id: String(memberId) })}
                title={texts.review.customer}
              >
                {texts.queue.member(memberId)}
              </a>
              {' · '}
            </>
          )}
          {texts.review.submitted} <DateText at={CreatedAt} detail="short" />
        </p>
      </div>
      {rights.isMine && <OwnClaim review={review} until={clock} />}
      {rights.claimedBy !== undefined && (
        <p className={styles.claim}>{texts.review.withUntil(rights.claimedBy, clock)}</p>
      )}
    </header>
  );
}

function OwnClaim({ review, until }: { review: ReviewDetail; until: string }) {
  const ID = String(review.ID);
  const release = useAct('POST /operator/review/release', () => texts.review.released);
  const extend = useAct('POST /operator/review/claim', () => texts.review.claimed);
  const now = useNow(MINUTE_MS / 12);
  const minutes = Math.max(0, Date.parse(review.claimUntil ?? '') - now) / MINUTE_MS;
  const isSoonOver = minutes < SOON_MINUTES;
  return (
    <>
      <div className={isSoonOver ? styles.claimSoon : styles.claim}>
        <ClaimRing share={Math.min(1, minutes / RING_MINUTES)} />
        <p>
          <b>{texts.review.yoursUntil(until)}</b>
          <span>{texts.review.left(Math.floor(minutes))}</span>
        </p>
      </div>
      {isSoonOver && (
        <Button isSmall isBusy={extend.isBusy} onPress={() => extend.run({ ID })}>
          {texts.review.extend}
        </Button>
      )}
      <Button isSmall kind="outline" isBusy={release.isBusy} onPress={() => release.run({ ID })}>
        {texts.review.release}
        <kbd aria-hidden="true">C</kbd>
      </Button>
    </>
  );
}

const RADIUS = 7.5;
const AROUND = 2 * Math.PI * RADIUS;

/** `share` of the longest claim, 0 to 1. */
function ClaimRing({ share }: { share: number }) {
  return (
    <svg className={styles.ring} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r={RADIUS} />
      <circle cx="10" cy="10" r={RADIUS} strokeDasharray={`${share * AROUND} ${AROUND}`} />
    </svg>
  );
}
