/** A traded quantity, shortened for narrow columns: 117.03, 28,514.2, 302.17M. */
import { AmountText, VolumeText } from '@tern/ui';

/** From here on shortened with K, M and B. */
const LONG_DIGITS = 6;
const FEW_DIGITS = 3;

export interface QuantityTextProps {
  value: string | undefined;
  /** The maximum shown: the lot's places. */
  places: number;
}

export function QuantityText({ value, places }: QuantityTextProps) {
  const digits = value?.split('.')[0]?.length ?? 0;
  if (digits > LONG_DIGITS) return <VolumeText value={value} />;
  return <AmountText value={value} places={Math.min(places, digits > FEW_DIGITS ? 1 : 2)} />;
}
