/** Reads an amount that a member entered, within the bounds of an asset, and the minimum they agreed to receive. */
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { availableTo } from '../../../../kernel/ledger/balances.ts';
import { Refusal, tooManyPlaces } from '../../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../../platform/database/database.ts';

interface Bounds {
  min: Amount;
  max: Amount;
  scale: number;
  currency: string;
}

/** Above zero. @throws invalid-request */
export function readAmount(given: string | number): Amount {
  const amount = parseDecimal<Amount>(String(given));
  if (amount === undefined || amount <= ZERO)
    throw new Refusal('invalid-request', { fields: ['amount'] });
  return amount;
}

/** @throws invalid-request when it is finer than the currency, out-of-bounds with the bound */
export function assertWithin(amount: Amount, { min, max, scale, currency: asset }: Bounds): void {
  const fields = ['amount'];
  if (!fitsScale(amount, scale)) throw tooManyPlaces('amount', scale);
  if (amount >= min && amount <= max) return;
  const side = amount < min ? 'min' : 'max';
  const bound = formatDecimal(side === 'min' ? min : max);
  throw new Refusal('out-of-bounds', {
    fields,
    text: `transfer.${side}`,
    values: { bound, asset },
    data: { [side]: bound },
  });
}

/**
 * Posting checks this again; checked first so that no attempt of the password is spent on it.
 * @throws insufficient-balance
 */
export async function assertAvailable(
  reader: Reader,
  account: { owner: number; asset: string },
  amount: Amount,
): Promise<void> {
  if ((await availableTo(reader, account)) < amount)
    throw new Refusal('insufficient-balance', { fields: ['amount'] });
}

/**
 * The minimum that a member agreed to receive, so that no fee rises unseen. `least` as sent; absent or empty: no minimum.
 * @throws invalid-request, terms-changed with the amount that would be received now
 */
export function assertReceives(least: string | number | undefined, received: Amount): void {
  if (least === undefined || least === '') return;
  const shown = parseDecimal(String(least));
  if (shown === undefined) throw new Refusal('invalid-request', { fields: ['leastReceived'] });
  if (received >= shown) return;
  throw new Refusal('terms-changed', {
    fields: ['amount'],
    data: { received: formatDecimal(received) },
  });
}
