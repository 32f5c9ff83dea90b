/** One review: facts, checks, evidence, approvals and the decision. */
import { Button, chevronRightIcon, CoinMark, DateText, Icon, Note, Pressable } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { useNow } from '../../../platform/now.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { ReviewDetail } from '../api.ts';
import { iconOfKind, nameOfKind } from '../kind-labels.ts';
import { type Rights, rightsOn } from '../view-model.ts';
import { Checks } from './checks.tsx';
import { Comparison } from './comparison.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { ImageRow } from './image-row.tsx';
import { PaneHead } from './pane-head.tsx';
import { People } from './people.tsx';
import { LoanAmountForm } from './loan-amount-form.tsx';
import { ReceiptForm } from './receipt-form.tsx';
import { ReviewAside } from './review-aside.tsx';
import styles from './review-pane.module.css';

const CHECK_EVERY_MS = 5_000;

/** The review without an expired claim, before the next refetch too. */
function withoutOldClaim(review: ReviewDetail, now: number): ReviewDetail {
  const { claimUntil } = review;
  if (claimUntil === null || Date.parse(claimUntil) > now) return review;
  return { ...review, claimedBy: null, claimUntil: null, isTakeable: false };
}

export function ReviewPane({ review: given }: { review: ReviewDetail }) {
  const now = useNow(CHECK_EVERY_MS);
  const review = withoutOldClaim(given, now);
  const operator = useSession()?.operator ?? { ID: 0, roles: [] };
  const rights = rightsOn(review, operator);
  // Only facts that were read can be approved: changed ones must be read again.
  const [seenHash, setSeenHash] = useState(review.hash);
  const [acknowledged, setAcknowledged] = useState<readonly string[]>([]);
  // Kept here, so that a note survives the end of the claim.
  const [note, setNote] = useState('');
  const isChanged = rights.isOpen && review.hash !== seenHash;
  const isOver = useEndedClaim(review, rights, now);
  const warnings = review.checks.filter(({ isPassed, level }) => !isPassed && level === 'warning');
  const areAcknowledged = warnings.every(({ name }) => acknowledged.includes(name));
  useClaimKey(review, rights);
  return (
    <article className={styles.pane} aria-label={`${nameOfKind(review.kind)} ${review.recordNo}`}>
      <PaneHead review={review} rights={rights} />
      <div className={styles.body}>
        <div className={styles.facts}>
          {isOver && <Note kind="warn">{texts.review.claimOver}</Note>}
          {isChanged && (
            <div role="alert" className={styles.changed}>
              <Note kind="warn">{texts.review.changed}</Note>
              <Button isSmall onPress={() => setSeenHash(review.hash)}>
                {texts.review.readAgain}
              </Button>
            </div>
          )}
          <Summary review={review} />
          <Comparison review={review} />
          {review.images.length > 1 && <ImageRow review={review} />}
          {rights.canRecordReceipt && <ReceiptForm review={review} />}
          {rights.canLowerAmount && <LoanAmountForm review={review} />}
          <Checks
            review={review}
            rights={rights}
            acknowledged={acknowledged}
            onAcknowledge={(name, isAcknowledged) =>
              setAcknowledged(
                isAcknowledged
                  ? [...acknowledged, name]
                  : acknowledged.filter((each) => each !== name),
              )
            }
            isUnchanged={!isChanged}
          />
          <People review={review} rights={rights} />
          <AlsoOpen review={review} />
        </div>
        <ReviewAside review={review} />
      </div>
      {rights.isOpen && (
        <DecisionBar
          review={review}
          rights={rights}
          hash={seenHash}
          isReady={!isChanged && areAcknowledged}
          note={note}
          onNote={setNote}
        />
      )}
    </article>
  );
}

/** Whether the operator's claim expired, also after a refetch without it. A released claim has not expired. */
function useEndedClaim({ claimUntil }: ReviewDetail, rights: Rights, now: number): boolean {
  const [endedAt, setEndedAt] = useState<number>();
  const isReleased = endedAt !== undefined && now < endedAt - CHECK_EVERY_MS;
  const next = rights.isMine ? Date.parse(claimUntil ?? '') : isReleased ? undefined : endedAt;
  if (next !== endedAt) setEndedAt(next);
  return rights.isOpen && !rights.isMine && next !== undefined;
}

/** C claims and releases. */
function useClaimKey({ ID: number }: ReviewDetail, { isMine, canClaim }: Rights): void {
  const ID = String(number);
  const claim = useAct('POST /operator/review/claim', () => texts.review.claimed);
  const release = useAct('POST /operator/review/release', () => texts.review.released);
  const turn = isMine ? release : claim;
  useShortcuts({ c: isMine || canClaim ? () => turn.run({ ID }) : undefined });
}

function Summary({ review }: { review: ReviewDetail }) {
  const { kind, amount, asset, summary, balance, stage, holdUntil, holdReason } = review;
  return (
    <>
      <div className={styles.summary}>
        {asset === null ? (
          <span className={styles.icon}>
            <Icon of={iconOfKind(kind)} size={20} />
          </span>
        ) : (
          <CoinMark symbol={asset} size={36} />
        )}
        <div className={styles.what}>
          <p className={styles.amount}>
            {amount === null ? (
              nameOfKind(kind)
            ) : (
              <ExactAmount value={amount} unit={asset} isQuiet />
            )}
          </p>
          <p className={styles.quiet}>{summary}</p>
        </div>
        {balance !== null && (
          <dl className={styles.balance}>
            {[balance.now, balance.after].map((value, at) => (
              <div key={texts.review.balances[balance.of][at]}>
                <dt>{texts.review.balances[balance.of][at]}</dt>
                <dd>
                  <ExactAmount value={value} unit={balance.asset} isBare isQuiet />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {stage === 'held' && (
        <Note kind="warn">
          {texts.review.heldUntil} <DateText at={holdUntil} /> · {holdReason}
        </Note>
      )}
    </>
  );
}

function AlsoOpen({ review }: { review: ReviewDetail }) {
  const { params } = useAddress();
  if (review.alsoOpen.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{texts.review.alsoOpen}</h3>
      <ul className={styles.others}>
        {review.alsoOpen.map((row) => (
          <li key={row.ID}>
            <Pressable
              className={styles.other}
              href={hrefOf(pages.queue, { ...params, id: String(row.ID) })}
            >
              <Icon of={iconOfKind(row.kind)} size={18} />
              <b>
                {nameOfKind(row.kind)} {row.recordNo}
              </b>
              <span>
                {row.amount !== null && <ExactAmount value={row.amount} unit={row.asset} />}
              </span>
              <span>{texts.stages[row.stage]}</span>
              <Icon of={chevronRightIcon} size={16} />
            </Pressable>
          </li>
        ))}
      </ul>
    </section>
  );
}
