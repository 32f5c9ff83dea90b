/** Amounts of funding requests: what is left after the fee. Pure. */
import { type Amount, decimal, formatDecimal, parseDecimal, subtract, ZERO } from '@tern/money';

/** The amount less the fee; undefined without an amount, or if the fee exceeds it. */
export function afterFee(typed: string, fee: string): string | undefined {
  const given = parseDecimal<Amount>(typed);
  if (given === undefined) return undefined;
  const left = subtract(given, decimal<Amount>(fee));
  return left > ZERO ? formatDecimal(left) : undefined;
}
