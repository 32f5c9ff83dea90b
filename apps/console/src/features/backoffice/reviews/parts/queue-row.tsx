/** One review in the list: customer, time left, amount and record, risk, stage. Its icon marks it. */
import { checkIcon, classNames, formatDate, Icon, VisuallyHidden } from '@tern/ui';
import { useAge, useDue } from '../../../../kernel/value-text.ts';
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

/** Three bars and the word, which its title explains. */
function RiskBars({ risk }: { risk: NonNullable<ReviewRow['risk']> }) {
  const labels = texts.queue.risk;
  const bars = { low: 1, medium: 2, high: 3 }[risk.level];
  const signs = risk.signs.map((sign) => labels.signs[sign]).join(', ');
  const words = signs === '' ? labels[risk.level] : `${labels[risk.level]}: ${signs}`;
  return (
    <span className={styles.risk} title={words}>
      <span aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <i key={bar} className={classNames(bar <= bars && styles.riskBar)} />
        ))}
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** The customer, or the operator who proposed it. */
function whoOf({ memberName, memberId, firstBy, kind }: ReviewRow): string {
  if (memberName !== '') return memberName;
  if (memberId !== null) return texts.queue.member(memberId);
  return firstBy === null ? nameOfKind(kind) : texts.queue.proposedBy(firstBy.login);
}

/** Time left, or the age of what is decided. */
function RowTime({ row }: { row: ReviewRow }) {
  const due = useDue(row.dueAt);
  const age = useAge(row.CreatedAt);
  if (row.state !== 'open') return <span>{age}</span>;
  return (
    <span
      className={classNames(due.isLate && styles.late)}
      title={formatDate(row.dueAt, { locale: 'en', detail: 'short' })}
    >
      {due.text}
    </span>
  );
}

export interface QueueRowProps {
  row: ReviewRow;
  href: string;
  isOpen: boolean;
  /** Absent where nothing is claimed: of decided ones, and for who decides nothing. */
  mark?: { isOn: boolean; toggle: () => void } | undefined;
}

export function QueueRow({ row, href, isOpen, mark }: QueueRowProps) {
  const { kind, amount, asset, claimedBy, stage, state, risk, recordNo } = row;
  const me = useSession()?.operator.ID;
  const isOthers = claimedBy !== null && claimedBy.ID !== me;
  const isStage = !isOthers && stage !== 'held' && state === 'open';
  const isUnverified = row.memberName !== '' && !row.isNameVerified;
  return (
    <div className={styles.markable}>
      <a
        className={styles.row}
        href={href}
        aria-current={isOpen || undefined}
        data-review={row.ID}
        data-row
      >
        <span className={classNames(styles.icon, mark?.isOn && styles.markedIcon)}>
          <Icon of={mark?.isOn ? checkIcon : iconOfKind(kind)} size={18} />
        </span>
        <span className={styles.lines}>
          <span className={styles.line}>
            <b title={isUnverified ? texts.queue.unverified : undefined}>{whoOf(row)}</b>
            <RowTime row={row} />
          </span>
          <span className={styles.line}>
            <span>
              {amount === null ? (
                nameOfKind(kind)
              ) : (
                <>
                  <VisuallyHidden>{`${nameOfKind(kind)} `}</VisuallyHidden>
                  <ExactAmount value={amount} unit={asset} />
                </>
              )}
              {` · ${recordNo}`}
            </span>
            <span className={styles.stage}>
              {risk !== null && state === 'open' && <RiskBars risk={risk} />}
              {isOthers ? texts.queue.claimedBy(claimedBy.login) : wordOf(row)}
              {isStage && <Eyes row={row} />}
            </span>
          </span>
        </span>
      </a>
      {mark !== undefined && (
        <input
          type="checkbox"
          className={styles.mark}
          aria-label={texts.queue.mark(recordNo)}
          title={texts.queue.mark(recordNo)}
          checked={mark.isOn}
          onChange={mark.toggle}
        />
      )}
    </div>
  );
}
