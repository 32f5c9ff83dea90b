/** The evidence of a contract: checked here item by item, or taken along as a file (rules §2). */
import { Button, Card, depositIcon, formatDate, shieldIcon, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { useReportError } from '../../../kernel/report-error.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { ContractRow } from '../contract-pages.ts';
import { isPending } from '../contract-view.ts';
import {
  checkEvidence,
  downloadEvidence,
  type Evidence,
  fetchEvidence,
  type Verdict,
} from '../verify-evidence.ts';
import { CheckList } from './check-list.tsx';
import styles from './detail.module.css';

const NOT_YET = 5009;

/** Fetched once; a failure is said in words, "not yet" with the time. */
function useEvidence(id: number) {
  const t = useT();
  const locale = useNumberLocale();
  const report = useReportError();
  const [evidence, setEvidence] = useState<Evidence>();
  const [busy, setBusy] = useState<'check' | 'download'>();
  const [waits, setWaits] = useState<string>();
  const run = async (kind: 'check' | 'download', act: (known: Evidence) => unknown) => {
    setBusy(kind);
    setWaits(undefined);
    try {
      const known = evidence ?? (await fetchEvidence(id));
      setEvidence(known);
      await act(known);
    } catch (error) {
      if (error instanceof CallError && error.code === NOT_YET) {
        const { until } = (error.data ?? {}) as { until?: string };
        setWaits(
          t('futures.evidenceSoon', { time: formatDate(until, { locale, detail: 'time' }) }),
        );
      } else report(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { run, busy, waits };
}

export function EvidenceSection({ contract }: { contract: ContractRow }) {
  const t = useT();
  const { run, busy, waits } = useEvidence(contract.ID);
  const [verdict, setVerdict] = useState<Verdict>();
  if (isPending(contract)) return null;
  const check = () =>
    void run('check', async (known) => setVerdict(await checkEvidence(known, contract)));
  const download = () => void run('download', (known) => downloadEvidence(contract.ID, known));
  return (
    <section className={styles.evidence} aria-labelledby="contract-evidence">
      <h2 id="contract-evidence">{t('futures.evidence')}</h2>
      <p>{t('futures.evidenceText')}</p>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          icon={shieldIcon}
          isBusy={busy === 'check'}
          busyLabel={t('futures.verifying')}
          onPress={check}
        >
          {t('futures.verify')}
        </Button>
        <Button icon={depositIcon} isBusy={busy === 'download'} onPress={download}>
          {t('futures.download')}
        </Button>
      </div>
      {waits !== undefined && <p role="status">{waits}</p>}
      {verdict && (
        <Card>
          <CheckList verdict={verdict} />
        </Card>
      )}
    </section>
  );
}
