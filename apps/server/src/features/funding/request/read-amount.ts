/** Reads an amount that a member entered, within the bounds of an asset. */
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { balancesAt } from '../../../kernel/ledger/balances.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../platform/database/database.ts';

interface Bounds {
  min: Amount;
  max: Amount;
  scale: number;
  currency: string;
}

/** Above zero. Fails with: invalid-request. */
export function readAmount(given: string | number, field: string): Amount {
  const amount = parseDecimal<Amount>(String(given));
  if (amount === undefined || amount <= ZERO)
    throw new Refusal('invalid-request', { fields: [field] });
  return amount;
}

/** Fails with: invalid-request when it is finer than the currency, out-of-bounds with the bound. */
export function assertWithin(amount: Amount, bounds: Bounds): void {
  const fault = amountFault(amount, bounds);
  if (fault !== undefined) throw refusalOf(fault, bounds);
}

function refusalOf(fault: AmountFault, { min, max, currency }: Bounds): Refusal {
  const fields = ['num'];
  if (fault === 'scale') return new Refusal('invalid-request', { fields });
  const bound = formatDecimal(fault === 'min' ? min : max);
  const text = fault === 'min' ? 'transfer.min' : 'transfer.max';
  return new Refusal('out-of-bounds', {
    fields,
    text,
    values: { bound, asset: currency },
    data: { [fault]: bound },
  });
}

type AmountFault = 'scale' | 'min' | 'max';

/** The first bound an amount breaks, if any. */
function amountFault(
  given: Amount,
  { min, max, scale }: { min: Amount; max: Amount; scale: number },
): AmountFault | undefined {
  if (!fitsScale(given, scale)) return 'scale';
  if (given < min) return 'min';
  return given > max ? 'max' : undefined;
}

/**
 * Posting checks this again; checked first so that no attempt of the password is spent on it. Fails with:
 * insufficient-balance.
 */
export async function assertAvailable(
  reader: Reader,
  account: { owner: number; asset: string },
  amount: Amount,
): Promise<void> {
  const [balance] = await balancesAt(reader, [account]);
  if ((balance?.available ?? ZERO) < amount)
    throw new Refusal('insufficient-balance', { fields: ['num'] });
}
