/** What a member was shown to receive: a fee that changed since is not taken unseen. */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import { Refusal } from './refusal.ts';

/** `least` as sent; absent or empty: whatever the fee leaves. Fails with: 5001, 5004 with what would be received now. */
export function assertReceives(least: string | number | undefined, received: Amount): void {
  if (least === undefined || least === '') return;
  const shown = parseDecimal(String(least));
  if (shown === undefined) throw new Refusal(5001, { fields: ['min_received'] });
  if (received >= shown) return;
  throw new Refusal(5004, { fields: ['num'], data: { received: formatDecimal(received) } });
}
