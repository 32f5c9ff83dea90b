/** One review whole: what is asked, what speaks for and against it, who decided what, and the decision. */
import {
  Button,
  ButtonLink,
  DateText,
  Icon,
  chevronLeftIcon,
  chevronRightIcon,
  Note,
  Pill,
  Pressable,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { ReviewDetail } from '../api.ts';
import { iconOfKind, nameOfKind } from '../kind-look.ts';
import { type Rights, rightsOn } from '../view-model.ts';
import { Checks } from './checks.tsx';
import { Comparison } from './comparison.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { People } from './people.tsx';
import { ReceiptForm } from './receipt-form.tsx';
import { ReviewAside } from './review-aside.tsx';
import styles from './review-pane.module.css';

export function ReviewPane({ review }: { review: ReviewDetail }) {
  const operator = useSession()?.operator ?? { ID: 0, roles: [] };
  const rights = rightsOn(review, operator);
  // What is approved is what was read: facts that change under the eyes must be read again.
  const [seenHash, setSeenHash] = useState(review.hash);
  const [isAcknowledged, setAcknowledged] = useState(false);
  const isChanged = rights.isOpen && review.hash !== seenHash;
  return (
    <article className={styles.pane} aria-label={`${nameOfKind(review.kind)} ${review.recordNo}`}>
      <PaneHead review={review} rights={rights} />
      <div className={styles.body}>
        <div className={styles.facts}>
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
          {rights.canRecordReceipt && <ReceiptForm review={review} />}
          <Checks
            review={review}
            rights={rights}
            isAcknowledged={isAcknowledged}
            onAcknowledge={setAcknowledged}
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
          isReady={!isChanged && (isAcknowledged || !rights.hasWarnings)}
          isAcknowledged={isAcknowledged}
        />
      )}
    </article>
  );
}

function PaneHead({ review, rights }: { review: ReviewDetail; rights: Rights }) {
  const { params } = useAddress();
  const claim = useAct('POST /operator/review/claim', () => texts.review.claimed);
  const release = useAct('POST /operator/review/release', () => texts.review.released);
  const { ID, recordNo, stage, state, memberId, CreatedAt, claimUntil } = review;
  const id = String(ID);
  const turn = rights.isMine
    ? () => release.run({ ID: id })
    : rights.canClaim
      ? () => claim.run({ ID: id })
      : undefined;
  useShortcuts({ c: turn });
  const claimedWords = rights.isMine
    ? texts.review.claimedByYou
    : rights.claimedBy && texts.review.claimedBy(rights.claimedBy);
  return (
    <header className={styles.head}>
      <div className={styles.name}>
        <a className={styles.back} href={hrefOf(pages.queue, { ...params, id: undefined })}>
          <Icon of={chevronLeftIcon} size={18} />
          {texts.review.back}
        </a>
        <h2>
          {nameOfKind(review.kind)} {recordNo}
          <Pill kind={state === 'open' ? 'review' : 'neutral'} dot="self">
            {stage === 'done' ? texts.states[state] : texts.review.needs[stage]}
          </Pill>
        </h2>
        <p>
          {memberId !== null && `${texts.queue.member(memberId)} · `}
          {texts.review.submitted} <DateText at={CreatedAt} />
          {claimedWords && (
            <>
              {` · ${claimedWords} `}
              <DateText at={claimUntil} detail="clock" />
            </>
          )}
        </p>
      </div>
      {memberId !== null && (
        <ButtonLink isSmall kind="outline" href={hrefOf(pages.customers, { id: String(memberId) })}>
          {texts.review.customer}
        </ButtonLink>
      )}
      {turn && (
        <Button isSmall kind="outline" isBusy={claim.isBusy || release.isBusy} onPress={turn}>
          {rights.isMine
            ? texts.review.release
            : rights.claimedBy === undefined
              ? texts.review.claim
              : texts.review.takeOver}
          <kbd aria-hidden="true">C</kbd>
        </Button>
      )}
    </header>
  );
}

function Summary({ review }: { review: ReviewDetail }) {
  const { kind, amount, coinname, summary, balance, stage, holdUntil, holdReason } = review;
  return (
    <>
      <div className={styles.summary}>
        <span className={styles.icon}>
          <Icon of={iconOfKind(kind)} size={24} />
        </span>
        <div className={styles.what}>
          <p className={styles.amount}>
            {amount === null ? nameOfKind(kind) : <ExactAmount value={amount} unit={coinname} />}
          </p>
          <p className={styles.quiet}>{summary}</p>
        </div>
        {balance !== null && (
          <div className={styles.balance}>
            <p className={styles.quiet}>{texts.review.balances[balance.of]}</p>
            <p>
              <ExactAmount value={balance.now} unit={balance.coinname} isBare /> →{' '}
              <ExactAmount value={balance.after} unit={balance.coinname} />
            </p>
          </div>
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
                {row.amount !== null && <ExactAmount value={row.amount} unit={row.coinname} />}
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
