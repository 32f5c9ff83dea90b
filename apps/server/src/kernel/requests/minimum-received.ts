/** The minimum that a member agreed to receive, so that no fee rises unseen. */
import { type Amount, formatDecimal, parseDecimal } from '@tern/money';
import { Refusal } from './refusal.ts';

/**
 * `least` as sent; absent or empty: no minimum. Fails with: invalid-request, terms-changed with the amount that would
 * be received now.
 */
export function assertReceives(least: string | number | undefined, received: Amount): void {
  if (least === undefined || least === '') return;
  const shown = parseDecimal(String(least));
  if (shown === undefined) throw new Refusal('invalid-request', { fields: ['min_received'] });
  if (received >= shown) return;
  throw new Refusal('terms-changed', {
    fields: ['num'],
    data: { received: formatDecimal(received) },
  });
}
