/** Stops what is new at once, for three days at most, with a reason that customers read; or takes it again. */
import { Button, ConfirmDialog, Note, Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Subject } from './api.ts';
import { nameOf } from './terms-words.ts';

const HOURS = ['1', '12', '24', '72'] as const;

interface Wanted {
  direction: 'in' | 'out';
  isPause: boolean;
}

function usePausing(subject: Subject) {
  const told = () => texts.terms.pauses.done;
  const pause = useAct('POST /operator/terms/pause', told);
  const resume = useAct('POST /operator/terms/resume', told);
  return {
    isBusy: pause.isBusy || resume.isBusy,
    run(
      { direction, isPause }: Wanted,
      given: { reason: string; hours: number },
      done: () => void,
    ) {
      const { key } = subject;
      const { reason, hours } = given;
      if (isPause) pause.run({ key, way: direction, hours, reason }, done);
      else resume.run({ key, way: direction, reason }, done);
    },
  };
}

function labelOf({ kind }: Subject, { direction, isPause }: Wanted): string {
  const { pauses, directions } = texts.terms;
  const what = directions[kind][direction];
  return isPause ? pauses.pause(what) : pauses.resume(what);
}

export function PauseForm({ subject }: { subject: Subject }) {
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState<string>('72');
  const [asked, setAsked] = useState<Wanted>();
  const { pauses } = texts.terms;
  const words = reason.trim();
  const acts: readonly Wanted[] = [
    { direction: 'in', isPause: subject.pausedIn === null },
    { direction: 'out', isPause: subject.pausedOut === null },
  ];
  return (
    <section className={styles.part}>
      <h2>{pauses.title}</h2>
      <div className={styles.form}>
        <Note>{pauses.lead}</Note>
        <ReasonField
          label={pauses.reason}
          hint={texts.limits.propose.reasonHint}
          name="pause-reason"
          isOptional
          value={reason}
          onChange={setReason}
        />
        <Select
          label={pauses.hours}
          options={HOURS.map((key) => ({ key, label: texts.review.hours(Number(key)) }))}
          value={hours}
          onChange={setHours}
        />
        <div className={styles.buttons}>
          {acts.map((act) => (
            <Button
              key={act.direction}
              isSmall
              isDisabled={words === ''}
              onPress={() => setAsked(act)}
            >
              {labelOf(subject, act)}
            </Button>
          ))}
        </div>
      </div>
      <Question
        {...{ subject, asked, reason: words, hours: Number(hours) }}
        onEnd={(isDone) => {
          setAsked(undefined);
          if (isDone) setReason('');
        }}
      />
    </section>
  );
}

interface QuestionProps {
  subject: Subject;
  asked: Wanted | undefined;
  reason: string;
  hours: number;
  onEnd: (isDone: boolean) => void;
}

function Question({ subject, asked, reason, hours, onEnd }: QuestionProps) {
  const pausing = usePausing(subject);
  const label = asked === undefined ? '' : labelOf(subject, asked);
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      question={texts.terms.pauses.question(label, nameOf(subject))}
      confirmLabel={label}
      confirmKind="danger"
      cancelLabel={texts.review.keep}
      isBusy={pausing.isBusy}
      onCancel={() => onEnd(false)}
      onConfirm={() => {
        if (asked !== undefined) pausing.run(asked, { reason, hours }, () => onEnd(true));
      }}
    >
      {texts.customers.standing.reads} <b>{reason}</b>
    </ConfirmDialog>
  );
}
