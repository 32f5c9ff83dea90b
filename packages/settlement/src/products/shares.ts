/** Shared machines: fixed shares that are bought one by one; the machine starts when all are held. */
import { type Amount, ONE, portion, quantize, type Rate } from '@tern/money';

const SHARES_MAX = 10;

/**
 * The shares of a machine in percent, from their notation `40|60`.
 * Undefined unless they are 2 to 10 whole percents that add up to 100.
 */
export function parseShares(text: string): readonly number[] | undefined {
  if (!/^[1-9]\d?(\|[1-9]\d?)+$/.test(text)) return undefined;
  const shares = text.split('|').map(Number);
  const whole = shares.reduce((total, share) => total + share, 0);
  return shares.length <= SHARES_MAX && whole === 100 ? shares : undefined;
}

/** A share as a ratio: 40 percent is 0.4. Also the rate of a constant coin amount for one share. */
export function shareRate(percent: number): Rate {
  return ((BigInt(percent) * ONE) / 100n) as Rate;
}

/**
 * The price of a share, rounded up to the asset's scale; equal shares cost the same. All shares cost less than one smallest
 * unit each above the machine's price.
 */
export function sharePrice(
  machinePrice: Amount,
  { percent, scale }: { readonly percent: number; readonly scale: number },
): Amount {
  return quantize(portion(machinePrice, shareRate(percent), 'up'), scale, 'up');
}

/** A share of one machine and whether a member holds it. */
export interface Share {
  readonly percent: number;
  readonly isHeld: boolean;
}

/** The position of the first free share of this size. Undefined when there is none. */
export function freeShare(shares: readonly Share[], percent: number): number | undefined {
  const position = shares.findIndex((share) => share.percent === percent && !share.isHeld);
  return position < 0 ? undefined : position;
}

/** Whether all shares are held: the machine starts, and no share is refunded any more. */
export function isComplete(shares: readonly Share[]): boolean {
  return shares.every(({ isHeld }) => isHeld);
}

/** What returning a share pays: everything. Undefined once the machine is complete. */
export function shareRefund(shares: readonly Share[], paid: Amount): Amount | undefined {
  return isComplete(shares) ? undefined : paid;
}
