/** What the operator says of a hit: which of two, by what, and why. */
import { Button } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Hit, Sign, Outcome } from './api.ts';
import styles from './screening.module.css';
import { screeningTexts } from './texts.ts';
import { isLast, signsOf } from './view-model.ts';

const OUTCOMES: readonly Outcome[] = ['notSame', 'match'];

export function DecisionForm({ hit }: { hit: Hit }) {
  const { ID, what, round, people } = hit;
  const choices = signsOf(what);
  const [outcome, setOutcome] = useState<Outcome>();
  const [signs, setSigns] = useState<readonly Sign[]>(choices.length === 1 ? choices : []);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const decide = useAct(
    'POST /operator/screening/decide',
    ({ state }) => screeningTexts.sent[state] ?? '',
  );
  const place = 1 + people.filter((person) => person.round === round).length;
  const missing = {
    outcome: outcome === undefined,
    signs: signs.length === 0,
    reason: reason.trim() === '',
  };
  const send = () => {
    setTried(true);
    if (outcome === undefined || missing.signs || missing.reason) return;
    decide.run({ ID, round, place, outcome, signs: [...signs], reason: reason.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  useShortcuts({
    a: decide.isBusy ? undefined : send,
    v: () => setOutcome(outcome === 'notSame' ? 'match' : 'notSame'),
  });
  const isEnding = outcome !== undefined && isLast(people, round, outcome);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.answers}>
        <legend>{screeningTexts.decide}</legend>
        <p className={styles.aside}>{screeningTexts.withSecond}</p>
        <div className={styles.columns}>
          {OUTCOMES.map((one) => (
            <label key={one} className={styles.answer} data-on={outcome === one || undefined}>
              <input
                type="radio"
                name="outcome"
                checked={outcome === one}
                onChange={() => setOutcome(one)}
              />
              <span>
                <b>{screeningTexts.outcomes[one][what === 'address' ? 'address' : 'person']}</b>
                <span>{screeningTexts.outcomes[one].hint}</span>
              </span>
            </label>
          ))}
        </div>
        <Missing isShown={isTried && missing.outcome} text={screeningTexts.missing.outcome} />
      </fieldset>
      <fieldset className={styles.answers}>
        <legend className={styles.small}>{screeningTexts.signsLabel}</legend>
        <div className={styles.chips}>
          {choices.map((sign) => (
            <label key={sign} data-on={signs.includes(sign) || undefined}>
              <input
                type="checkbox"
                checked={signs.includes(sign)}
                onChange={({ currentTarget: { checked } }) =>
                  setSigns(checked ? [...signs, sign] : signs.filter((other) => other !== sign))
                }
              />
              {screeningTexts.signs[sign]}
            </label>
          ))}
        </div>
        <Missing isShown={isTried && missing.signs} text={screeningTexts.missing.signs} />
      </fieldset>
      <ReasonField
        label={screeningTexts.reason}
        hint={screeningTexts.reasonHint}
        error={isTried && missing.reason ? screeningTexts.missing.reason : undefined}
        value={reason}
        onChange={setReason}
      />
      <div className={styles.acts}>
        <Button type="submit" kind="primary" isBusy={decide.isBusy}>
          {isEnding ? screeningTexts.sendLast : screeningTexts.sendFirst}
          <kbd aria-hidden="true">A</kbd>
        </Button>
      </div>
    </form>
  );
}

function Missing({ isShown, text }: { isShown: boolean; text: string }) {
  return isShown ? (
    <p role="alert" className={styles.missing}>
      {text}
    </p>
  ) : null;
}
