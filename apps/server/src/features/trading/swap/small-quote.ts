/**
 * The quote of a conversion of small balances: what is confirmed is what is booked. The client keeps it, sealed for its member, and
 * sends it back; the server stores none.
 */
import { decimal, type Rate } from '@tern/money';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Offer } from './offer.ts';
import type { SwapLeg } from './store.ts';

/** It binds for so long. */
const BINDS_MS = 10 * SECOND_MS;

/** A coin of a quote: all of `num` at `rate`. Decimal texts. */
interface QuotedCoin {
  readonly asset: string;
  readonly num: string;
  readonly rate: string;
  readonly legs: readonly SwapLeg[];
}

export interface SmallQuote {
  /** Epoch ms. */
  readonly at: number;
  readonly spread: string;
  readonly feeRatio: string;
  readonly coins: readonly QuotedCoin[];
}

const contextOf = (memberId: number) => `small balances of member ${memberId}`;
const changed = (field: string) => new Refusal('terms-changed', { fields: [field] });

export function sealQuote(box: SecretBox, memberId: number, quote: SmallQuote): string {
  const sealed = box.sealEqually(JSON.stringify(quote), contextOf(memberId));
  return Buffer.from(sealed).toString('base64url');
}

/** @throws terms-changed for what is no quote of this member */
export function openQuote(box: SecretBox, memberId: number, sealed: string): SmallQuote {
  try {
    const opened = box.open(Buffer.from(sealed, 'base64url'), contextOf(memberId));
    return JSON.parse(opened) as SmallQuote;
  } catch {
    throw changed('quote');
  }
}

/** @throws terms-changed for one that no longer binds */
export function assertBinds({ at }: SmallQuote, now: number): void {
  if (now - at > BINDS_MS) throw changed('quote');
}

/** @throws terms-changed for a coin that is not in the quote */
export function quotedCoin({ coins, spread, feeRatio }: SmallQuote, asset: string) {
  const coin = coins.find((each) => each.asset === asset);
  if (coin === undefined) throw changed('coins');
  const quoted: QuotedTerms = {
    rate: decimal<Rate>(coin.rate),
    spread: decimal<Rate>(spread),
    feeRatio: decimal<Rate>(feeRatio),
    legs: coin.legs,
  };
  return { num: coin.num, quoted };
}

/** The terms of a swap that were confirmed. */
export type QuotedTerms = Pick<Offer, 'rate' | 'spread' | 'feeRatio' | 'legs'>;
