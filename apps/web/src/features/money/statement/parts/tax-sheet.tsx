/** The files of a tax year. */
import { Button, Sheet, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { saveTaxFile, type TaxFormat } from '../api.ts';

export interface TaxSheetProps {
  /** Undefined while it is closed. */
  year: string | undefined;
  onClose: () => void;
}

const FILES = [
  { format: 'koinly', name: 'statement.koinly', text: 'statement.koinlyText' },
  { format: 'lots', name: 'statement.lots', text: 'statement.lotsText' },
] as const;

export function TaxSheet({ year, onClose }: TaxSheetProps) {
  const t = useT();
  const report = useReportError();
  const [saving, setSaving] = useState<TaxFormat>();
  const save = async (format: TaxFormat) => {
    if (saving !== undefined || year === undefined) return;
    setSaving(format);
    try {
      await saveTaxFile(year, format);
    } catch (error) {
      report(error);
    } finally {
      setSaving(undefined);
    }
  };
  // The year stays while the sheet closes.
  const [last, setLast] = useState(year);
  if (year !== undefined && year !== last) setLast(year);
  return (
    <Sheet
      title={t('statement.taxYear', { year: last ?? '' })}
      isOpen={year !== undefined}
      onClose={onClose}
    >
      <Stack gap={16}>
        {FILES.map(({ format, name, text }) => (
          <Stack key={format} gap={8}>
            <Button isFull isBusy={saving === format} onPress={() => void save(format)}>
              {t(name)}
            </Button>
            <Text as="p" size="cap" tone="soft">
              {t(text)}
            </Text>
          </Stack>
        ))}
        <Text as="p" size="cap" tone="faint">
          {t('statement.taxNote')}
        </Text>
      </Stack>
    </Sheet>
  );
}
