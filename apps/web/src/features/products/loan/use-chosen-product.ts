/** The loan product that was opened last, kept on the device. */
import { useEffect } from 'react';
import { useRecordId } from '../../../kernel/record-screen.tsx';
import { slot } from '../../../platform/storage.ts';

const isNumber = (value: unknown): value is number => typeof value === 'number';
const stored = slot('loan', isNumber);

/** The id in the page's URL, which becomes the last one; otherwise the last one. */
export function useChosenProduct(): number | undefined {
  const named = useRecordId();
  useEffect(() => {
    if (named !== undefined) stored.write(named);
  }, [named]);
  return named ?? stored.read();
}
