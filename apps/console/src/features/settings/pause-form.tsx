/** Stops what is new at once, for three days at most, with a reason that customers read; or takes it again. */
import { Button, ConfirmDialog, Note, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
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
      if (isPause) pause.run({ key, direction, hours, reason }, done);
      else resume.run({ key, direction, reason }, done);
    },
  };
}

export function PauseForm({ subject }: { subject: Subject }) {
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState<string>('72');
  const [asked, setAsked] = useState<Wanted>();
  const pausing = usePausing(subject);
  const { pauses, directions } = texts.terms;
  const labelOf = ({ direction, isPause }: Wanted) => {
    const what = directions[subject.kind][direction];
    return isPause ? pauses.pause(what) : pauses.resume(what);
  };
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
        <TextField
          label={pauses.reason}
          hint={texts.limits.propose.reasonHint}
          name="pause-reason"
          maxLength={500}
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
              {labelOf(act)}
            </Button>
          ))}
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={asked === undefined ? '' : pauses.question(labelOf(asked), nameOf(subject))}
        confirmLabel={asked === undefined ? '' : labelOf(asked)}
        confirmKind="danger"
        cancelLabel={texts.review.keep}
        isBusy={pausing.isBusy}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked === undefined) return;
          pausing.run(asked, { reason: words, hours: Number(hours) }, () => {
            setAsked(undefined);
            setReason('');
          });
        }}
      >
        {texts.customers.standing.reads} <b>{words}</b>
      </ConfirmDialog>
    </section>
  );
}
