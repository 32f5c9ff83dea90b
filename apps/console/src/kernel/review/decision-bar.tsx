/** The decision: hold, reject with a reason, or approve the facts that were read; each with a confirmation. */
import {
  Button,
  ConfirmDialog,
  type ConfirmDialogProps,
  formatDate,
  GrowingField,
  Select,
} from '@tern/ui';
import { useRef, useState } from 'react';
import { useAct } from '../act.ts';
import { useMessage } from '../reason.tsx';
import { texts } from '../texts.ts';
import { useShortcuts } from '../../platform/shortcuts.ts';
import { toastClearance } from '../page.tsx';
import type { ReviewDecision } from './use-decision.ts';
import styles from './decision-bar.module.css';

const HOUR_MS = 3_600_000;
const HOLD_HOURS = ['1', '4', '12', '24', '48', '72'] as const;
type HoldHours = (typeof HOLD_HOURS)[number];

export interface DecisionBarProps {
  decision: ReviewDecision;
}

type Act = 'approve' | 'reject' | 'hold';

/** The open confirmation, and when it was opened: the end of a hold is fixed at that time. */
interface Confirmation {
  act: Act;
  at: number;
}

export function DecisionBar(props: DecisionBarProps) {
  const { isMine, canClaim } = props.decision.rights;
  if (!isMine && !canClaim) return null;
  return (
    <footer ref={toastClearance} className={styles.bar}>
      {isMine ? <Decision {...props} /> : <ClaimButton {...props} />}
    </footer>
  );
}

function ClaimButton({ decision: { review, rights } }: DecisionBarProps) {
  const claim = useAct('POST /operator/review/claim', () => texts.review.claimed);
  return (
    <Button
      kind="primary"
      isBusy={claim.isBusy}
      onPress={() => claim.run({ ID: String(review.ID) })}
    >
      {rights.claimedBy === undefined ? texts.review.claim : texts.review.takeOver}
      <kbd aria-hidden="true">C</kbd>
    </Button>
  );
}

function Decision({ decision }: DecisionBarProps) {
  const { rights, isReady, note, setNote } = decision;
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [hours, setHours] = useState<HoldHours>('24');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { obstacle, canStop, isLast } = rights;
  const canApprove = obstacle === undefined && isReady;
  const ask = (act: Act) => setConfirmation({ act, at: Date.now() });
  const askWithReason = (act: 'reject' | 'hold') => {
    if (note.trim() !== '') return ask(act);
    setReasonMissing(true);
    return field.current?.focus();
  };
  const approve = () => ask('approve');
  useShortcuts({
    a: canApprove ? approve : undefined,
    r: canStop ? () => askWithReason('reject') : undefined,
    h: canStop ? () => askWithReason('hold') : undefined,
    n: canStop ? () => field.current?.focus() : undefined,
  });
  return (
    <>
      <div className={styles.note}>
        <GrowingField
          ref={field}
          label={texts.review.note}
          labelAside={
            <span className={styles.aside}>
              {texts.review.noteFor}
              <kbd aria-hidden="true">N</kbd>
            </span>
          }
          error={isReasonMissing && note.trim() === '' ? texts.review.needsReason : undefined}
          maxLength={500}
          rows={2}
          value={note}
          onChange={setNote}
        />
      </div>
      <div className={styles.acts}>
        <Button kind="outline" isDisabled={!canStop} onPress={() => askWithReason('hold')}>
          {texts.review.hold}
          <kbd aria-hidden="true">H</kbd>
        </Button>
        <Button
          kind="outline"
          className={styles.stop ?? ''}
          isDisabled={!canStop}
          onPress={() => askWithReason('reject')}
        >
          {texts.review.reject}
          <kbd aria-hidden="true">R</kbd>
        </Button>
        <Button kind="primary" isDisabled={!canApprove} onPress={approve}>
          {isLast ? texts.review.approveLast : texts.review.approveFirst}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      </div>
      <Questions
        decision={decision}
        confirmation={confirmation}
        hours={hours}
        onHours={setHours}
        onEnd={(isDone) => {
          setConfirmation(undefined);
          if (isDone) setNote('');
        }}
      />
    </>
  );
}

interface QuestionsProps extends DecisionBarProps {
  confirmation: Confirmation | undefined;
  hours: HoldHours;
  onHours: (hours: HoldHours) => void;
  onEnd: (isDone: boolean) => void;
}

function Questions(props: QuestionsProps) {
  const { decision, confirmation, hours, onEnd } = props;
  const { review, rights, seenHash: hash, isReady } = decision;
  const note = decision.note.trim();
  const { recordNo } = review;
  const ID = String(review.ID);
  const approving = useAct('POST /operator/review/approve', ({ isCarriedOut, isVoided }) => {
    if (isVoided) return texts.review.voided;
    return isCarriedOut ? texts.review.carriedOut : texts.review.approvedFirst;
  });
  const rejecting = useAct('POST /operator/review/reject', () => texts.review.rejected);
  const holding = useAct('POST /operator/review/hold', () => texts.review.held);
  const { isMemberNotified } = review;
  const rejection = useMessage(`reject.${review.kind}`);
  const delay = useMessage('hold');
  const until = new Date((confirmation?.at ?? 0) + Number(hours) * HOUR_MS).toISOString();
  const done = () => onEnd(true);
  const dialogOf = (act: Act, isBusy: boolean) =>
    ({
      isOpen: confirmation?.act === act,
      isBusy,
      cancelLabel: texts.review.cancel,
      isConfirmedByEnter: true,
      onCancel: () => onEnd(false),
    }) satisfies Partial<ConfirmDialogProps>;
  return (
    <>
      <ConfirmDialog
        {...dialogOf('approve', approving.isBusy)}
        question={texts.review.approveQuestion(recordNo)}
        confirmLabel={texts.review.approve}
        onConfirm={() => {
          const { stage } = rights;
          const given = { ID, stage, hash, ...(note === '' ? {} : { note }) };
          approving.run({ ...given, acknowledged: isReady && rights.hasWarnings }, done);
        }}
      >
        {rights.isLast ? texts.review.approveLastText : texts.review.approveFirstText}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogOf('reject', rejecting.isBusy)}
        question={texts.review.rejectQuestion(recordNo)}
        confirmLabel={texts.review.reject}
        confirmKind="danger"
        onConfirm={() =>
          rejecting.run(
            { ID, ...(isMemberNotified ? { message: rejection.message } : {}), reason: note },
            done,
          )
        }
      >
        {texts.review.rejectText(isMemberNotified)} <b>{note}</b>
        {isMemberNotified && rejection.field}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogOf('hold', holding.isBusy)}
        question={texts.review.holdQuestion(recordNo)}
        confirmLabel={texts.review.hold}
        onConfirm={() =>
          holding.run(
            { ID, until, ...(isMemberNotified ? { message: delay.message } : {}), reason: note },
            done,
          )
        }
      >
        <Select
          label={texts.review.holdFor}
          options={HOLD_HOURS.map((key) => ({ key, label: texts.review.hours(Number(key)) }))}
          value={hours}
          onChange={props.onHours}
        />
        {texts.review.holdText(formatDate(until, { locale: 'en' }))} <b>{note}</b>
        {isMemberNotified && delay.field}
      </ConfirmDialog>
    </>
  );
}
