/** Amounts with all their digits: posted amounts and bounds are never shown cut. */
import { AmountText, type AmountTextProps, formatAmount, useNumberLocale } from '@tern/ui';

/** How many places show all digits, and at least the usual places. */
export function exactPlaces(amount: string, usual: number): number {
  return Math.max(usual, amount.split('.')[1]?.length ?? 0);
}

export interface ExactAmountProps extends Omit<AmountTextProps, 'value'> {
  value: string | null | undefined;
}

/** `places` is the coin's usual number: at least as many are shown. */
export function ExactAmount({ value, places, ...look }: ExactAmountProps) {
  return (
    <AmountText {...look} value={value ?? undefined} places={exactPlaces(value ?? '', places)} />
  );
}

/** Prints amounts inside sentences, with all their digits. */
export function useAmountText(places: number): (amount: string) => string {
  const locale = useNumberLocale();
  return (amount) => formatAmount(amount, { locale, places: exactPlaces(amount, places) });
}
