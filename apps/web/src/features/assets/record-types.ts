/** The record types that can be filtered by, and what each is called. */
import { useI18n } from '../../platform/i18n/i18n.tsx';

/** Codes of rules §12 that a record can have, in the order they are offered: trading, then moving, then products. */
export const recordTypes: readonly number[] = [
  9, 10, 20, 21, 17, 1, 2, 16, 31, 32, 22, 23, 12, 3, 4, 19, 11, 18, 5, 6, 7, 8, 24, 25, 26, 27, 28,
  29, 30, 13, 14, 15,
];

/** Offered as chips, the others stand in the sheet. */
export function quickTypes(isPaper: boolean): readonly number[] {
  return isPaper ? [9, 10, 17, 2, 32] : [9, 10, 17, 2];
}

/** Set aside for a withdrawal, or returned from one: what the member owns stays, what can be spent does not. */
export function staysOwned(type: number): boolean {
  return type === 2 || type === 16;
}

/** Gives the function from a code to its name; a code from a newer server says its number. */
export function useRecordTypeName(): (type: number) => string {
  const { t, find } = useI18n();
  return (type) => {
    const key = find(`assets.recordType${type}`);
    return key ? t(key) : t('assets.otherRecordType', { type });
  };
}
