/** One review in the list: what, how much, whose, since when, how far. */
import { classNames, Icon, VisuallyHidden } from '@tern/ui';
import { useAge } from '../../../kernel/age.tsx';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { ReviewRow } from '../api.ts';
import { iconOfKind, nameOfKind } from '../kind-look.ts';
import styles from './queue-list.module.css';

function doneOf({ state, stage, approvals }: ReviewRow): number {
  if (state === 'approved') return approvals;
  return stage === 'second' ? 1 : 0;
}

function Eyes({ row }: { row: ReviewRow }) {
  const done = doneOf(row);
  return (
    <>
      <span className={styles.eyes} aria-hidden="true">
        {Array.from({ length: row.approvals }, (_, index) => (
          <i
            key={index}
            className={classNames(
              row.stage === 'held' && index === 0 && styles.heldEye,
              index < done && styles.doneEye,
            )}
          />
        ))}
      </span>
      <VisuallyHidden>{texts.queue.eyes(done, row.approvals)}</VisuallyHidden>
    </>
  );
}

export interface QueueRowProps {
  row: ReviewRow;
  href: string;
  isOpen: boolean;
}

export function QueueRow({ row, href, isOpen }: QueueRowProps) {
  const age = useAge(row.CreatedAt);
  const { kind, amount, coinname, memberId, claimedBy, stage, state } = row;
  const progress = state === 'open' ? texts.stages[stage] : texts.states[state];
  return (
    <a className={styles.row} href={href} aria-current={isOpen || undefined} data-review={row.ID}>
      <span className={styles.icon}>
        <Icon of={iconOfKind(kind)} size={18} />
      </span>
      <span className={styles.lines}>
        <span className={styles.line}>
          <b>
            {amount === null ? (
              nameOfKind(kind)
            ) : (
              <>
                <VisuallyHidden>{`${nameOfKind(kind)} `}</VisuallyHidden>
                <ExactAmount value={amount} unit={coinname} />
              </>
            )}
          </b>
          <span>{age}</span>
        </span>
        <span className={styles.line}>
          <span>
            {row.recordNo}
            {memberId !== null && ` · ${texts.queue.member(memberId)}`}
          </span>
          <span className={classNames(styles.stage, stage === 'held' && styles.held)}>
            {claimedBy === null ? progress : texts.queue.claimedBy(claimedBy.login)}
            <Eyes row={row} />
          </span>
        </span>
      </span>
    </a>
  );
}
