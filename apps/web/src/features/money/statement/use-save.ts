/** Asks for a file of a month and lets the browser save it. */
import { useState } from 'react';
import { useReportError } from '../../../kernel/report-error.ts';
import { type FileFormat, saveStatement } from './api.ts';

export function useSave(month: string): {
  save: (format: FileFormat) => void;
  /** While the server prepares it; the first one seals the month. */
  saving: FileFormat | undefined;
} {
  const report = useReportError();
  const [saving, setSaving] = useState<FileFormat>();
  const save = async (format: FileFormat) => {
    if (saving !== undefined) return;
    setSaving(format);
    try {
      await saveStatement(month, format);
    } catch (error) {
      report(error);
    } finally {
      setSaving(undefined);
    }
  };
  return { save: (format) => void save(format), saving };
}
