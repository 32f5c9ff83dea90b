/** An amount with all of its digits: what was posted, or what a rule says, is never shown cut. */
import { AmountText, type AmountTextProps } from '@tern/ui';
import { exactPlaces } from './exact-places.ts';

export interface ExactAmountProps extends Omit<AmountTextProps, 'value'> {
  value: string | undefined;
}

/** `places` are the usual ones of the coin: at least as many are shown. */
export function ExactAmount({ value, places, ...look }: ExactAmountProps) {
  return <AmountText {...look} value={value} places={exactPlaces(value ?? '', places)} />;
}
