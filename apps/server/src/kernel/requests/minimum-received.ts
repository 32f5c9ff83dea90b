/** The minimum that a member agreed to receive, so that no fee rises unseen. */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import { Refusal } from './refusal.ts';

/** `least` as sent; absent or empty: no minimum. Fails with: 5001, 5004 with the amount that would be received now. */
export function assertReceives(least: string | number | undefined, received: Amount): void {
  if (least === undefined || least === '') return;
  const shown = parseDecimal(String(least));
  if (shown === undefined) throw new Refusal(5001, { fields: ['min_received'] });
  if (received >= shown) return;
  throw new Refusal(5004, { fields: ['num'], data: { received: formatDecimal(received) } });
}
