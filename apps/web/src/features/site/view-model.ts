/** Number helpers of home; pure. */
import { parseDecimal } from '@tern/money';

/** Sign of a decimal text; 0 if unknown. */
export function directionOf(text: string | undefined): 1 | 0 | -1 {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (!value) return 0;
  return value > 0n ? 1 : -1;
}
