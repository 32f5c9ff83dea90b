/** Saves the earnings as CSV. */
import { depositIcon, showToast, TextButton } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { saveCsv } from '../../../../kernel/csv.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { allEarnings, type EarningFilter } from '../api.ts';
import { earningsCsv } from '../earnings-csv.ts';

export function ExportEarnings({ filter }: { filter: EarningFilter }) {
  const t = useT();
  const report = useReportError();
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const save = async () => {
    const { signal } = (leaving.current = new AbortController());
    setBusy(true);
    try {
      const earnings = await allEarnings(filter, signal);
      const heads = [
        t('staking.day'),
        t('staking.product'),
        t('staking.order'),
        t('staking.amount'),
        t('staking.coin'),
        t('staking.price'),
        t('staking.value'),
        t('staking.valueCoin'),
        t('staking.frozen'),
        t('staking.postedAt'),
      ];
      const words = { heads, yes: t('staking.yes'), no: t('staking.no') };
      saveCsv('tern-earnings.csv', earningsCsv(earnings, words));
      showToast(t('staking.exported', { count: earnings.length }), 'done');
    } catch (error) {
      if (!signal.aborted) report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TextButton tone="accent" isFlush icon={depositIcon} onPress={() => isBusy || void save()}>
      {t('staking.exportCsv')}
    </TextButton>
  );
}
