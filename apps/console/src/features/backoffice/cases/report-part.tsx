/** The report of a case: what the second person reads before, then its files and the receipt of the authority. */
import { Button, DateText, depositIcon, Inline, showToast, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { amountInWords } from '../../../kernel/exact-amount.tsx';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { call } from '../../../platform/call.ts';
import { saveFile } from '../../../platform/save-file.ts';
import type { Case } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { report: labels } = caseTexts;
type Report = NonNullable<Case['report']>;
const FORMATS = ['fincen', 'goaml'] as const;
const NUMBER_MAX = 100;

export function ReportPart({ found: { ID, report } }: { found: Case }) {
  if (report === null) return null;
  const { suspicions, from, until, usd, narrative, madeAt } = report;
  return (
    <section className={styles.card}>
      <Part
        title={labels.title}
        aside={<span>{madeAt === null ? labels.waits : labels.made}</span>}
      >
        <Facts
          rows={[
            [labels.what, suspicions.map((one) => labels.suspicions[one]).join('; ')],
            [labels.days, from === until ? from : `${from} – ${until}`],
            [labels.usd, usd === 0 ? labels.unknown : amountInWords(String(usd), 'USD')],
          ]}
        />
        <p className={styles.narrative}>{narrative}</p>
        {madeAt !== null && <Files id={ID} report={report} />}
      </Part>
    </section>
  );
}

function Files({ id, report: { receipt } }: { id: number; report: Report }) {
  const mayFile = usePermission('screening.decide');
  const [busy, setBusy] = useState<string>();
  const download = async (format: (typeof FORMATS)[number]) => {
    setBusy(format);
    try {
      const { name, content } = await call('GET /operator/case/report', { ID: String(id), format });
      saveFile(name, content, 'application/xml');
    } catch (error) {
      showToast(sentenceOf(error), 'error');
    }
    setBusy(undefined);
  };
  return (
    <>
      {mayFile && (
        <Inline gap={8} isWrapped>
          {FORMATS.map((format) => (
            <Button
              key={format}
              isSmall
              kind="outline"
              icon={depositIcon}
              isBusy={busy === format}
              onPress={() => void download(format)}
            >
              {labels.files[format]}
            </Button>
          ))}
        </Inline>
      )}
      <p className={styles.quiet}>{labels.check}</p>
      {receipt !== null && (
        <p className={styles.quiet}>
          {labels.received(receipt.number, receipt.login)}{' '}
          <DateText at={receipt.receivedAt} detail="minute" />
        </p>
      )}
      {receipt === null && mayFile && <Receipt id={id} />}
    </>
  );
}

function Receipt({ id }: { id: number }) {
  const [number, setNumber] = useState('');
  const [isTried, setTried] = useState(false);
  const record = useAct('POST /operator/case/receipt', () => labels.recorded);
  const given = number.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (given === '') return;
    record.run({ ID: id, number: given, receivedAt: new Date().toISOString() });
  };
  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <TextField
        label={labels.number}
        name="number"
        hint={labels.numberHint}
        maxLength={NUMBER_MAX}
        value={number}
        error={isTried && given === '' ? labels.missing.number : undefined}
        onChange={setNumber}
      />
      <Inline>
        <Button isSmall type="submit" kind="outline" isBusy={record.isBusy}>
          {labels.record}
        </Button>
      </Inline>
    </form>
  );
}
