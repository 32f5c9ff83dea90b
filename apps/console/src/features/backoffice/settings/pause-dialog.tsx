/** Pauses new requests immediately, for up to three days, with a message for customers; or resumes them. */
import { Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { Subject } from './api.ts';
import { nameOf } from './terms-view-model.ts';

const HOURS = ['1', '12', '24', '72'] as const;

export interface Pausing {
  direction: 'in' | 'out';
  /** False: resumes. */
  isPause: boolean;
}

/** "Pause withdrawals" */
export function pauseLabel({ direction, isPause }: Pausing): string {
  const { pauses, directions } = texts.terms;
  const what = directions[direction];
  return isPause ? pauses.pause(what) : pauses.resume(what);
}

export interface PauseDialogProps {
  subject: Subject;
  /** Undefined: the dialog is closed. */
  pausing: Pausing | undefined;
  onEnd: () => void;
}

export function PauseDialog({ subject, pausing, onEnd }: PauseDialogProps) {
  const { pauses } = texts.terms;
  const [hours, setHours] = useState<string>('72');
  const pause = useAct('POST /operator/terms/pause', () => pauses.done.pause);
  const resume = useAct('POST /operator/terms/resume', () => pauses.done.resume);
  const label = pausing === undefined ? '' : pauseLabel(pausing);
  const isPause = pausing?.isPause === true;
  return (
    <ReasonDialog
      isOpen={pausing !== undefined}
      question={pauses.question(label, nameOf(subject))}
      messageAct={isPause ? 'pause' : undefined}
      confirmLabel={label}
      isBusy={pause.isBusy || resume.isBusy}
      onCancel={onEnd}
      onConfirm={(reason, message) => {
        if (pausing === undefined) return;
        const place = { key: subject.key, way: pausing.direction, reason };
        if (isPause) pause.run({ ...place, message, hours: Number(hours) }, onEnd);
        else resume.run(place, onEnd);
      }}
    >
      <p>{isPause ? pauses.lead : pauses.resumeLead}</p>
      {isPause && (
        <Select
          label={pauses.hours}
          options={HOURS.map((key) => ({ key, label: texts.review.hours(Number(key)) }))}
          value={hours}
          onChange={setHours}
        />
      )}
    </ReasonDialog>
  );
}
