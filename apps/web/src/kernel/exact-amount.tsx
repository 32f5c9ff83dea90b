/** An amount with all its digits: posted amounts and bounds are never shown cut. */
import { AmountText, type AmountTextProps } from '@tern/ui';
import { exactPlaces } from './exact-places.ts';

export interface ExactAmountProps extends Omit<AmountTextProps, 'value'> {
  value: string | undefined;
}

/** `places` is the coin's usual number: at least as many are shown. */
export function ExactAmount({ value, places, ...look }: ExactAmountProps) {
  return <AmountText {...look} value={value} places={exactPlaces(value ?? '', places)} />;
}
