/** Proposes a report to the authority: what is suspected, of which days, how much, and the narrative. */
import { Checkbox, ConfirmDialog, GrowingField, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import type { Case, Suspicion } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { act: labels, report } = caseTexts;
const SUSPICIONS = Object.keys(report.suspicions) as Suspicion[];
const NARRATIVE_MAX = 3_900;
const USD_MAX = 999_999_999_999;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is written and not sent, by case: another page may be opened in between. */
const unsent = new Map<number, string>();

const usdOf = (text: string): number | undefined => {
  const given = text.trim().replaceAll(',', '');
  if (given === '') return 0;
  const usd = Number(given);
  return Number.isSafeInteger(usd) && usd >= 0 && usd <= USD_MAX ? usd : undefined;
};

export function ReportDialog({ found, onEnd }: { found: Case; onEnd: () => void }) {
  const { ID, CreatedAt } = found;
  const [suspicions, setSuspicions] = useState<readonly Suspicion[]>([]);
  const [from, setFrom] = useState(CreatedAt.slice(0, 10));
  const [until, setUntil] = useState(CreatedAt.slice(0, 10));
  const [amount, setAmount] = useState('');
  const [narrative, setNarrative] = useState(unsent.get(ID) ?? '');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const propose = useAct('POST /operator/case/propose', () => labels.sent);
  const usd = usdOf(amount);
  const missing = {
    suspicions: suspicions.length === 0,
    days: !DAY.test(from) || !DAY.test(until) || from > until,
    usd: usd === undefined,
    narrative: narrative.trim() === '',
    reason: reason.trim() === '',
  };
  const write = (text: string) => {
    unsent.set(ID, text);
    setNarrative(text);
  };
  const send = () => {
    setTried(true);
    if (usd === undefined || Object.values(missing).includes(true)) return;
    const given = { suspicions: [...suspicions], from, until, usd, narrative: narrative.trim() };
    propose.run({ ID, act: 'report', report: given, reason: reason.trim() }, () => {
      unsent.delete(ID);
      onEnd();
    });
  };
  const errorOf = (key: keyof typeof missing) =>
    isTried && missing[key] ? report.missing[key] : undefined;
  return (
    <ConfirmDialog
      isOpen
      question={labels.report.question}
      confirmLabel={labels.report.confirm}
      cancelLabel={labels.cancel}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={send}
    >
      <div className={styles.fields}>
        <p>{labels.report.lead}</p>
        <Suspicions chosen={suspicions} onChange={setSuspicions} error={errorOf('suspicions')} />
        <div className={styles.days}>
          <TextField
            label={report.from}
            name="from"
            type="date"
            value={from}
            error={errorOf('days')}
            onChange={setFrom}
          />
          <TextField
            label={report.until}
            name="until"
            type="date"
            value={until}
            onChange={setUntil}
          />
        </div>
        <TextField
          label={report.usd}
          name="usd"
          inputMode="numeric"
          unit="USD"
          hint={report.usdHint}
          value={amount}
          error={errorOf('usd')}
          onChange={setAmount}
        />
        <GrowingField
          label={report.narrative}
          hint={report.narrativeHint}
          name="narrative"
          rows={4}
          maxLength={NARRATIVE_MAX}
          value={narrative}
          error={errorOf('narrative')}
          onChange={write}
        />
        <ReasonField
          label={labels.reason}
          hint={labels.hint}
          error={errorOf('reason')}
          isOptional
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}

function Suspicions({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly Suspicion[];
  onChange: (next: readonly Suspicion[]) => void;
  error: string | undefined;
}) {
  return (
    <fieldset className={styles.parts}>
      <legend>{report.what}</legend>
      {SUSPICIONS.map((one) => (
        <Checkbox
          key={one}
          isChecked={chosen.includes(one)}
          onChange={(isOn) =>
            onChange(SUSPICIONS.filter((other) => (other === one ? isOn : chosen.includes(other))))
          }
        >
          {report.suspicions[one]}
        </Checkbox>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.missing}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
