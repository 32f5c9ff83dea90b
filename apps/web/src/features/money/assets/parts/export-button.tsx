/** Exports the filtered records as CSV. */
import { depositIcon, IconButton, showToast } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { saveCsv } from '../../../../kernel/csv.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { allRecords, type RecordFilter } from '../api.ts';
import { useRecordName } from '../record-types.ts';
import { recordsCsv } from '../records-csv.ts';

export interface ExportButtonProps {
  filter: RecordFilter;
  isEmpty: boolean;
}

export function ExportButton({ filter, isEmpty }: ExportButtonProps) {
  const t = useT();
  const nameOf = useRecordName();
  const report = useReportError();
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const save = async () => {
    const { signal } = (leaving.current = new AbortController());
    setBusy(true);
    showToast(t('assets.exporting'), 'info');
    try {
      const records = await allRecords(filter, signal);
      const heads = [
        t('assets.time'),
        t('assets.coin'),
        t('assets.type'),
        t('assets.amount'),
        t('assets.availableAfter'),
        t('assets.reservedAfter'),
        t('assets.recordNo'),
        t('assets.reference'),
        t('assets.note'),
      ];
      saveCsv(
        `tern-records-${filter.asset?.toLowerCase() ?? 'all'}.csv`,
        recordsCsv(records, { heads, nameOf }),
      );
      showToast(t('assets.exported', { count: records.length }), 'done');
    } catch (error) {
      if (!signal.aborted) report(error);
    } finally {
      setBusy(false);
    }
  };
  const press = () => {
    if (isEmpty) showToast(t('assets.noRecords'), 'info');
    else if (!isBusy) void save();
  };
  return <IconButton icon={depositIcon} label={t('assets.exportCsv')} onPress={press} />;
}
