/** The evidence of a contract: checked here item by item, or downloaded. */
import { Button, depositIcon, formatDate, shieldIcon, useNumberLocale } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { useReportError } from '../../../../kernel/report-error.ts';
import { CallError } from '../../../../platform/http/call-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { isPending } from '../contract-view.ts';
import {
  checkEvidence,
  downloadEvidence,
  type Evidence,
  fetchEvidence,
  type Verification,
} from '../verify-evidence.ts';
import { CheckList, CheckProgress } from './check-list.tsx';
import styles from './detail.module.css';

/** Fetched once; errors are shown as a sentence, "not yet" with the time. */
function useEvidence(id: number) {
  const t = useT();
  const locale = useNumberLocale();
  const report = useReportError();
  const [evidence, setEvidence] = useState<Evidence>();
  const [busy, setBusy] = useState<'check' | 'download'>();
  const [waits, setWaits] = useState<string>();
  const [isLost, setLost] = useState(false);
  const run = async (kind: 'check' | 'download', act: (known: Evidence) => unknown) => {
    setBusy(kind);
    setWaits(undefined);
    setLost(false);
    try {
      const known = evidence ?? (await fetchEvidence(id));
      setEvidence(known);
      await act(known);
    } catch (error) {
      if (error instanceof CallError && error.refusal === 'not-yet') {
        const { until } = (error.data ?? {}) as { until?: string };
        setWaits(
          t('futures.evidenceSoon', { time: formatDate(until, { locale, detail: 'time' }) }),
        );
      } else if (kind === 'check' && isUnanswered(error)) setLost(true);
      else report(error);
    } finally {
      setBusy(undefined);
    }
  };
  return { run, busy, waits, isLost };
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout');

/** The result is below the fold: it is scrolled into view and announced when it appears. */
function useComesIntoView(what: unknown) {
  const headline = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (what === undefined) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    headline.current?.focus({ preventScroll: true });
    headline.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
  }, [what]);
  return headline;
}

export function EvidenceSection({ contract }: { contract: Contract }) {
  const t = useT();
  const { run, busy, waits, isLost } = useEvidence(contract.ID);
  const [verification, setVerification] = useState<Verification>();
  const isRunning = busy === 'check';
  const progress = isRunning ? 'running' : isLost ? 'notRun' : undefined;
  const headline = useComesIntoView(progress ?? verification);
  if (isPending(contract)) return null;
  const buttonText = isLost
    ? 'common.tryAgain'
    : verification
      ? 'futures.checkAgain'
      : 'futures.verify';
  const check = () =>
    void run('check', async (known) => setVerification(await checkEvidence(known, contract)));
  const download = () => void run('download', (known) => downloadEvidence(contract.ID, known));
  return (
    <section className={styles.evidence} aria-labelledby="contract-evidence">
      <h2 id="contract-evidence">{t('futures.evidence')}</h2>
      <p>{t('futures.evidenceText')}</p>
      {progress && <CheckProgress ref={headline} progress={progress} />}
      {!progress && verification && (
        <CheckList ref={headline} contract={contract} verification={verification} />
      )}
      {waits !== undefined && <p role="status">{waits}</p>}
      <div className={styles.buttons}>
        <Button icon={depositIcon} isBusy={busy === 'download'} onPress={download}>
          {t('futures.download')}
        </Button>
        <Button
          kind="primary"
          icon={shieldIcon}
          isBusy={isRunning}
          busyLabel={t('futures.verifying')}
          onPress={check}
        >
          {t(buttonText)}
        </Button>
      </div>
    </section>
  );
}
