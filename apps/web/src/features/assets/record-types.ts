/** The record types members can filter by, and their names. */
import { useI18n } from '../../platform/i18n/i18n.tsx';

/** Record codes of rules §12 in display order: trading, transfers, products. */
export const recordTypes: readonly number[] = [
  9, 10, 20, 21, 17, 1, 2, 16, 31, 32, 22, 23, 12, 3, 4, 19, 11, 18, 5, 6, 7, 8, 24, 25, 26, 27, 28,
  29, 30, 13, 14, 15,
];

/** Shown as chips; the others are in the sheet. */
export function quickTypes(isPaper: boolean): readonly number[] {
  return isPaper ? [9, 10, 17, 2, 32] : [9, 10, 17, 2];
}

/** Held for a withdrawal, or released from it: the balance stays, the available amount changes. */
export function isHoldOrRelease(type: number): boolean {
  return type === 2 || type === 16;
}

/** Returns the function from a code to its name; an unknown code shows its number. */
export function useRecordTypeName(): (type: number) => string {
  const { t, find } = useI18n();
  return (type) => {
    const key = find(`assets.recordType${type}`);
    return key ? t(key) : t('assets.otherRecordType', { type });
  };
}
