/** An amount with every decimal it has: what is decided must be seen whole. */
import { AmountText, amountPlaces } from '@tern/ui';

export interface ExactAmountProps {
  /** Exact decimal text. */
  value: string;
  unit?: string | null;
  /** The unit stands elsewhere. */
  isBare?: boolean;
  isSigned?: boolean;
}

export function ExactAmount({ value, unit, isBare = false, isSigned = false }: ExactAmountProps) {
  const own = value.split('.')[1]?.length ?? 0;
  const places = Math.max(own, amountPlaces(unit ?? '', own));
  return (
    <AmountText
      value={value}
      places={places}
      isSigned={isSigned}
      {...(unit && !isBare ? { unit } : {})}
    />
  );
}
