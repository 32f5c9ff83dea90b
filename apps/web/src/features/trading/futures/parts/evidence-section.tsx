/** The evidence of a contract: checked here item by item, or downloaded. */
import { Button, depositIcon, formatDate, shieldIcon, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { useComesIntoView, useEvidence } from '../../../../kernel/use-evidence.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { isPending } from '../contract-view.ts';
import {
  checkEvidence,
  downloadEvidence,
  fetchEvidence,
  type Verification,
} from '../verify-evidence.ts';
import { CheckList, CheckProgress } from './check-list.tsx';
import styles from './detail.module.css';

export function EvidenceSection({ contract }: { contract: Contract }) {
  const t = useT();
  const locale = useNumberLocale();
  const { run, busy, waitsUntil, isLost } = useEvidence(() => fetchEvidence(contract.ID));
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
      {waitsUntil !== undefined && (
        <p role="status">
          {t('futures.evidenceSoon', { time: formatDate(waitsUntil, { locale, detail: 'time' }) })}
        </p>
      )}
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
