/** One review in the list: kind, amount, customer, age, stage. */
import { classNames, formatDate, Icon, VisuallyHidden } from '@tern/ui';
import { useAge } from '../../../../kernel/value-text.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useSession } from '../../../../kernel/session.ts';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewRow } from '../api.ts';
import { iconOfKind, nameOfKind } from '../kind-labels.ts';
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
          <i key={index} className={classNames(index < done && styles.doneEye)} />
        ))}
      </span>
      <VisuallyHidden>{texts.queue.eyes(done, row.approvals)}</VisuallyHidden>
    </>
  );
}

/** The stage, or the end of a hold. */
function wordOf({ state, stage, holdUntil }: ReviewRow): string {
  if (state !== 'open') return texts.states[state];
  if (stage !== 'held') return texts.stagesShort[stage];
  return texts.queue.heldUntil(formatDate(holdUntil, { locale: 'en', detail: 'short' }));
}

export interface QueueRowProps {
  row: ReviewRow;
  href: string;
  isOpen: boolean;
}

export function QueueRow({ row, href, isOpen }: QueueRowProps) {
  const age = useAge(row.CreatedAt);
  const { kind, amount, asset, memberId, claimedBy, stage, state } = row;
  const me = useSession()?.operator.ID;
  const isOthers = claimedBy !== null && claimedBy.ID !== me;
  const isStage = !isOthers && stage !== 'held' && state === 'open';
  return (
    <a
      className={styles.row}
      href={href}
      aria-current={isOpen || undefined}
      data-review={row.ID}
      data-row
    >
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
                <ExactAmount value={amount} unit={asset} />
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
          <span className={styles.stage}>
            {isOthers ? texts.queue.claimedBy(claimedBy.login) : wordOf(row)}
            {isStage && <Eyes row={row} />}
          </span>
        </span>
      </span>
    </a>
  );
}
