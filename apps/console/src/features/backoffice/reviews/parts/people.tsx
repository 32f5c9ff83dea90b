/** Who approved, who may approve next, and why the operator may not. */
import { DateText, Pill, Text } from '@tern/ui';
import type { ReactNode } from 'react';
import { markOf } from '../../../../kernel/session.ts';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import type { Obstacle, Rights } from '../../../../kernel/review/rights.ts';
import styles from './review-pane.module.css';

const REASONS: Readonly<Record<Obstacle, string>> = {
  claim: texts.review.claimFirst,
  held: texts.stages.held,
  stop: texts.review.stop,
  ownFirst: texts.review.ownFirst,
  roleFirst: texts.review.roleFirst,
  roleSecond: texts.review.roleSecond,
};

export function People({ review, rights }: { review: ReviewDetail; rights: Rights }) {
  const { approvals, firstBy, firstAt, firstNote, decidedBy, decidedAt, decidedNote } = review;
  const isFirstShown = approvals === 2 && firstBy !== null;
  const hasFirst = rights.isOpen ? review.isFirstStanding : isFirstShown;
  return (
    <section>
      <h3 className={styles.heading}>
        {approvals === 2 ? texts.review.people : texts.review.person}
      </h3>
      <div className={styles.people}>
        {hasFirst && firstBy !== null && (
          <Person name={firstBy.login} word={texts.review.approved} isDone>
            <DateText at={firstAt} detail="short" />
            {firstNote !== '' && ` · “${firstNote}”`}
          </Person>
        )}
        {rights.isOpen ? (
          <Next review={review} rights={rights} />
        ) : (
          decidedBy !== null && (
            <Person
              name={decidedBy.login}
              word={texts.states[review.state]}
              isDone={review.state === 'approved'}
            >
              <DateText at={decidedAt} detail="short" />
              {decidedNote !== '' && ` · “${decidedNote}”`}
            </Person>
          )
        )}
      </div>
    </section>
  );
}

function Next({ review, rights }: { review: ReviewDetail; rights: Rights }) {
  const { obstacle, claimedBy, isMine, stage } = rights;
  const isOthers = claimedBy !== undefined || obstacle === 'ownFirst';
  const who = claimedBy ?? (isOthers ? texts.review.someoneElse : texts.review.you);
  const can = stage === 'second' ? texts.review.canSecond : texts.review.canFirst;
  const word = isMine || claimedBy !== undefined ? texts.review.deciding : texts.review.waiting;
  const reason = claimedBy === undefined ? obstacle && REASONS[obstacle] : undefined;
  return (
    <Person name={who} word={word} isYou={!isOthers}>
      {claimedBy === undefined
        ? (reason ?? (review.approvals === 2 ? can : texts.review.canOnly))
        : texts.review.conflict(claimedBy)}
    </Person>
  );
}

interface PersonProps {
  name: string;
  word: string;
  isDone?: boolean;
  isYou?: boolean;
  children: ReactNode;
}

function Person({ name, word, isDone = false, isYou = false, children }: PersonProps) {
  return (
    <div className={isYou ? styles.personYou : styles.person}>
      <span className={styles.avatar} aria-hidden="true">
        {markOf(name)}
      </span>
      <Text as="div" isGrown>
        <p className={styles.personName}>
          <b>{name}</b> <Pill kind={isDone ? 'done' : 'neutral'}>{word}</Pill>
        </p>
        <Text size="label" tone="soft">
          {children}
        </Text>
      </Text>
    </div>
  );
}
