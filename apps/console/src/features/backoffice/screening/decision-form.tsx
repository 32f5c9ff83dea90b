/** What the operator says of a hit: which of two, by what, and why. */
import { Button } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import { useShortcuts } from '../../../platform/shortcuts.ts';
import type { Hit, Sign, Finding } from './api.ts';
import styles from './screening.module.css';
import { screeningTexts } from './texts.ts';
import { isLast, signsOf } from './view-model.ts';

const FINDINGS: readonly Finding[] = ['notSame', 'match'];

export function DecisionForm({ hit }: { hit: Hit }) {
  const { ID, what, round, people } = hit;
  const choices = signsOf(what);
  const [finding, setFinding] = useState<Finding>();
  const [signs, setSigns] = useState<readonly Sign[]>(choices.length === 1 ? choices : []);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const decide = useAct(
    'POST /operator/screening/decide',
    ({ state }) => screeningTexts.sent[state] ?? '',
  );
  const place = 1 + people.filter((person) => person.round === round).length;
  const missing = {
    finding: finding === undefined,
    signs: signs.length === 0,
    reason: reason.trim() === '',
  };
  const send = () => {
    setTried(true);
    if (finding === undefined || missing.signs || missing.reason) return;
    decide.run({ ID, round, place, finding, signs: [...signs], reason: reason.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  useShortcuts({
    a: decide.isBusy ? undefined : send,
    v: () => setFinding(finding === 'notSame' ? 'match' : 'notSame'),
  });
  const isEnding = finding !== undefined && isLast(people, round, finding);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.answers}>
        <legend>{screeningTexts.decide}</legend>
        <p className={styles.aside}>{screeningTexts.withSecond}</p>
        <div className={styles.columns}>
          {FINDINGS.map((one) => (
            <label key={one} className={styles.answer} data-on={finding === one || undefined}>
              <input
                type="radio"
                name="finding"
                checked={finding === one}
                onChange={() => setFinding(one)}
              />
              <span>
                <b>{screeningTexts.findings[one][what === 'address' ? 'address' : 'person']}</b>
                <span>{screeningTexts.findings[one].hint}</span>
              </span>
            </label>
          ))}
        </div>
        <Missing isShown={isTried && missing.finding} text={screeningTexts.missing.finding} />
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
