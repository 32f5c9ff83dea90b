/** Stops what is new at once, for three days at most, with a reason that customers read; or takes it again. */
import { Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { ReasonDialog } from '../../kernel/reason-dialog.tsx';
import { texts } from '../../kernel/texts.ts';
import type { Subject } from './api.ts';
import { nameOf } from './terms-words.ts';

const HOURS = ['1', '12', '24', '72'] as const;

export interface Pausing {
  direction: 'in' | 'out';
  /** False: takes it again. */
  isPause: boolean;
}

/** "Pause withdrawals" */
export function pauseLabel({ kind }: Subject, { direction, isPause }: Pausing): string {
  const { pauses, directions } = texts.terms;
  const what = directions[kind][direction];
  return isPause ? pauses.pause(what) : pauses.resume(what);
}

export interface PauseDialogProps {
  subject: Subject;
  /** Undefined: nothing is asked. */
  asked: Pausing | undefined;
  onEnd: () => void;
}

export function PauseDialog({ subject, asked, onEnd }: PauseDialogProps) {
  const { pauses } = texts.terms;
  const [hours, setHours] = useState<string>('72');
  const pause = useAct('POST /operator/terms/pause', () => pauses.done.pause);
  const resume = useAct('POST /operator/terms/resume', () => pauses.done.resume);
  const label = asked === undefined ? '' : pauseLabel(subject, asked);
  const isPause = asked?.isPause === true;
  return (
    <ReasonDialog
      isOpen={asked !== undefined}
      question={pauses.question(label, nameOf(subject))}
      hint={texts.limits.propose.reasonHint}
      confirmLabel={label}
      isBusy={pause.isBusy || resume.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => {
        if (asked === undefined) return;
        const place = { key: subject.key, way: asked.direction, reason };
        if (isPause) pause.run({ ...place, hours: Number(hours) }, onEnd);
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
