/** The receipt of a trigger: checked on this device against every price before it, or downloaded. */
import {
  Button,
  DateText,
  depositIcon,
  formatDate,
  Note,
  shieldIcon,
  Stack,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { CheckHeadline } from '../../../../kernel/check-headline.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { saveFile } from '../../../../kernel/save-file.ts';
import { writeSupportDraft } from '../../../../kernel/support-draft.ts';
import { useComesIntoView, useEvidence } from '../../../../kernel/use-evidence.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Conditional } from '../conditional-orders.ts';
import { checkReceipt, fetchReceipt, type Verification } from '../verify-trigger.ts';
import { TriggerChecks } from './trigger-checks.tsx';
import { TriggerPrices } from './trigger-prices.tsx';
import styles from './trigger.module.css';

export function TriggerProof({ order }: { order: Conditional }) {
  const t = useT();
  const locale = useNumberLocale();
  const { run, busy, waitsUntil, isLost } = useEvidence(() => fetchReceipt(order.ID));
  const [verification, setVerification] = useState<Verification>();
  const isRunning = busy === 'check';
  const headline = useComesIntoView(isRunning || isLost ? String(busy) : verification);
  const check = () =>
    void run('check', async (known) => setVerification(await checkReceipt(known, order)));
  const download = () =>
    void run('download', (known) =>
      saveFile(`trigger-${order.ID}.json`, JSON.stringify(known, null, 1), 'application/json'),
    );
  return (
    <Stack gap={12}>
      {isRunning || isLost || verification === undefined ? (
        <CheckHeadline
          ref={headline}
          look={isRunning ? 'running' : 'notRun'}
          title={t(isRunning ? 'spot.checking' : 'spot.notChecked')}
        >
          {isLost ? t('spot.notCheckedWhy') : t('spot.triggerProofText')}
        </CheckHeadline>
      ) : (
        <>
          <Result ref={headline} {...{ order, verification }} />
          {verification.receipt !== undefined && (
            <TriggerPrices order={order} receipt={verification.receipt} />
          )}
          <TriggerChecks verification={verification} />
        </>
      )}
      {waitsUntil !== undefined && (
        <Text size="label" role="status">
          {t('spot.receiptSoon', { time: formatDate(waitsUntil, { locale, detail: 'time' }) })}
        </Text>
      )}
      <div className={styles.buttons}>
        <Button icon={depositIcon} isBusy={busy === 'download'} onPress={download}>
          {t('spot.receipt')}
        </Button>
        <Button
          kind="primary"
          icon={shieldIcon}
          isBusy={isRunning}
          busyLabel={t('spot.checking')}
          onPress={check}
        >
          {t(verification === undefined ? 'spot.check' : 'spot.checkAgain')}
        </Button>
      </div>
    </Stack>
  );
}

interface ResultProps {
  order: Conditional;
  verification: Verification;
  ref: ReturnType<typeof useComesIntoView>;
}

/** What was proven, or the first check that failed with a way to support. */
function Result({ order, verification, ref }: ResultProps) {
  const t = useT();
  const { items, receipt, prices, at } = verification;
  const failed = items.find(({ pass }) => !pass);
  const from = prices?.isWhole === false ? prices.counted[0] : undefined;
  return (
    <>
      <CheckHeadline
        ref={ref}
        look={failed === undefined ? 'done' : 'failed'}
        title={t(failed === undefined ? 'spot.firstProven' : 'spot.notProven')}
      >
        {failed === undefined ? t('spot.checkedHere') : null}
        {failed === undefined && ', '}
        <DateText at={at} detail="clock" />
      </CheckHeadline>
      {failed === undefined && receipt !== undefined && from !== undefined && (
        <Note kind="info">
          {t('spot.provenFrom')} <DateText at={from.at} detail="second" />
        </Note>
      )}
      {failed !== undefined && (
        <Note kind="warn">
          {/* The text is the verifier's own, the same as in its offline command. */}
          <p lang="en">{failed.why}</p>
          <p>{t('spot.keepReceipt')}</p>
          <SupportButton text={`${order.ID}: ${failed.name}, ${failed.why}`} />
        </Note>
      )}
    </>
  );
}

function SupportButton({ text }: { text: string }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (!navigator.has(pages.support)) return null;
  const support = to(pages.support);
  const open = () => {
    writeSupportDraft(`${text}\n`);
    support.onPress();
  };
  return (
    <Button isSmall onPress={open}>
      {t('common.contactUs')}
    </Button>
  );
}
