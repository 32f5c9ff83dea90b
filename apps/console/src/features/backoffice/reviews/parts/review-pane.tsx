/** One review: facts, checks, evidence, approvals and the decision. */
import {
  Button,
  chevronRightIcon,
  CoinMark,
  DateText,
  eyeIcon,
  Icon,
  Inline,
  Note,
  Pressable,
  Stack,
  Text,
} from '@tern/ui';
import { useState } from 'react';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { Facts } from '../../../../kernel/page.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { Checks } from '../../../../kernel/review/checks.tsx';
import { DecisionBar } from '../../../../kernel/review/decision-bar.tsx';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { useDecision } from '../../../../kernel/review/use-decision.ts';
import { useSession } from '../../../../kernel/session.ts';
import { texts } from '../../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../../platform/address.ts';
import { useReviewNumbers } from '../api.ts';
import { iconOfKind, nameOfKind } from '../kind-labels.ts';
import { Comparison } from './comparison.tsx';
import { LoanAmountForm } from './loan-amount-form.tsx';
import { PaneHead } from './pane-head.tsx';
import { People } from './people.tsx';
import { ReceiptForm } from './receipt-form.tsx';
import { ReviewImage } from './review-image.tsx';
import styles from './review-pane.module.css';
import { queueTexts } from '../texts.ts';

export function ReviewPane({ review: given }: { review: ReviewDetail }) {
  const decision = useDecision(given);
  const { review, rights, acknowledged } = decision;
  return (
    <article className={styles.pane} aria-label={`${nameOfKind(review.kind)} ${review.recordNo}`}>
      <PaneHead review={review} rights={rights} />
      <div className={styles.body}>
        <div className={styles.facts}>
          {decision.isOver && <Note kind="warn">{texts.review.claimOver}</Note>}
          {decision.isChanged && (
            <Stack role="alert" gap={8} align="start">
              <Note kind="warn">{texts.review.changed}</Note>
              <Button isSmall onPress={decision.readAgain}>
                {texts.review.readAgain}
              </Button>
            </Stack>
          )}
          <Summary review={review} />
          <Comparison review={review} />
          <FullNumbers review={review} />
          {review.images.length > 1 && <ImageRow review={review} />}
          {rights.canRecordReceipt && <ReceiptForm review={review} />}
          {rights.canLowerAmount && <LoanAmountForm review={review} />}
          <Checks
            review={review}
            rights={rights}
            acknowledged={acknowledged}
            onAcknowledge={decision.acknowledge}
            isUnchanged={!decision.isChanged}
          />
          <People review={review} rights={rights} />
          <AlsoOpen review={review} />
        </div>
        <ReviewAside review={review} />
      </div>
      {rights.isOpen && <DecisionBar decision={decision} />}
    </article>
  );
}

function Summary({ review }: { review: ReviewDetail }) {
  const { kind, amount, asset, summary, balance, stage, holdUntil, holdReason } = review;
  return (
    <>
      <Inline gap={12} rowGap={8} align="center" isWrapped>
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
          <Text size="label" tone="soft">
            {summary}
          </Text>
        </div>
        {balance !== null && (
          <dl className={styles.balance}>
            {[balance.now, balance.after].map((value, at) => (
              <div key={texts.review.balances[balance.of][at]}>
                <Text as="dt" size="cap" tone="faint">
                  {texts.review.balances[balance.of][at]}
                </Text>
                <Text as="dd" size="strong">
                  <ExactAmount value={value} unit={balance.asset} isBare isQuiet />
                </Text>
              </div>
            ))}
          </dl>
        )}
      </Inline>
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
      <Stack as="ul" gap={8}>
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
      </Stack>
    </section>
  );
}

/** The full numbers of the card and account that a payout pays, or the details of documents, loaded on request: each look is logged. */
function FullNumbers({ review }: { review: ReviewDetail }) {
  const [isAsked, setAsked] = useState(false);
  const numbers = useReviewNumbers(review.ID, isAsked);
  const { cardNumber, iban, details } = review.facts;
  // Details are open to nobody once decided.
  const hasDetails = details !== undefined && review.stage !== 'done';
  if (cardNumber === undefined && iban === undefined && !hasDetails) return null;
  return (
    <section aria-label={hasDetails ? texts.review.details : texts.review.numbers}>
      {isAsked ? (
        <Loaded query={numbers}>
          {(list) => <Facts rows={list.map(({ label, number }) => [label, number] as const)} />}
        </Loaded>
      ) : (
        <Button isSmall icon={eyeIcon} onPress={() => setAsked(true)}>
          {hasDetails ? texts.review.showDetails : texts.review.showNumbers}
        </Button>
      )}
      <Text size="label" tone="soft">
        {texts.review.logged}
      </Text>
    </section>
  );
}

/** Several images of one review, side by side: the face on a document beside the face that holds it. */
function ImageRow({ review }: { review: ReviewDetail }) {
  const [areOpen, setOpen] = useState(false);
  return (
    <section aria-label={texts.review.images}>
      <div className={styles.imageRowHead}>
        <h3 className={styles.heading}>{texts.review.images}</h3>
        {!areOpen && (
          <Button isSmall icon={eyeIcon} onPress={() => setOpen(true)}>
            {texts.review.showAll}
          </Button>
        )}
      </div>
      <div className={styles.imageRow}>
        {review.images.map((image) => (
          <ReviewImage key={image.id} reviewId={review.ID} image={image} isOpen={areOpen} />
        ))}
      </div>
    </section>
  );
}

/** The images and the history of a review. */
function ReviewAside({ review }: { review: ReviewDetail }) {
  const { images, history } = review;
  const me = useSession()?.operator.login;
  return (
    <aside className={styles.aside} aria-label={texts.review.history}>
      {images.length === 1 && (
        <section>
          <h3 className={styles.heading}>{texts.review.images}</h3>
          {images.map((image) => (
            <ReviewImage key={image.id} reviewId={review.ID} image={image} />
          ))}
        </section>
      )}
      <section>
        <h3 className={styles.heading}>{texts.review.history}</h3>
        <ol className={styles.history}>
          {history.toReversed().map(({ at, action, login, reason }) => (
            <li key={`${at} ${action}`}>
              <DateText at={at} detail="short" />
              <span>
                {queueTexts.history[action] ?? action}
                {login !== '' && ` · ${login === me ? texts.review.you : login}`}
                {reason !== '' && <q>{reason}</q>}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </aside>
  );
}
