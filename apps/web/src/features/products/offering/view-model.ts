/** What the screens of new coins show: phases, time left, shares, totals, and why a quantity cannot be bought. Pure. */
import {
  type Amount,
  decimal,
  divideInteger,
  formatDecimal,
  larger,
  parseDecimal,
  quantize,
  smaller,
  subtract,
  sum,
  ZERO,
} from '@tern/money';

/** The sale of a new coin. Units: amounts of `coin`, prices in `payCoin`, times in epoch milliseconds. */
export interface Offering {
  ID: number;
  /** Of the terms. */
  version: number;
  coin: string;
  name: string;
  logo: string;
  about: string;
  payCoin: string;
  /** Decimal places of a quantity. */
  places: number;
  price: string;
  supply: string;
  cap: string;
  sold: string;
  /** Of one subscription. */
  min: string;
  max: string;
  /** Of one member, in all. */
  memberMax: string;
  bought: string;
  /** What this member may subscribe for now; 0 when nothing is left. */
  minNow: string;
  maxNow: string;
  lockDays: number;
  opensAt: number;
  closesAt: number;
  isProhibited: boolean;
  /** Undefined without a market. */
  current: string | undefined;
}

export interface Subscription {
  ID: number;
  boughtAt: number;
  recordNo: string;
  coin: string;
  name: string;
  logo: string;
  payCoin: string;
  quantity: string;
  paid: string;
  isFrozen: boolean;
  unfreezesAt: number;
  /** At the current price; all three are undefined without a market. */
  worth: string | undefined;
  profit: string | undefined;
  ratio: string | undefined;
}

export type SubscriptionFilter = 'all' | 'frozen' | 'unfrozen';

export const isListed = ({ isFrozen }: Subscription, filter: SubscriptionFilter) =>
  filter === 'all' || isFrozen === (filter === 'frozen');

/**
 * The offering after more of it was sold: less may be left for this member, and what is left may be bought whole. Figures
 * that arrive late are smaller, and change nothing.
 */
export function withSold(offering: Offering, sold: string | undefined): Offering {
  if (sold === undefined || decimal(sold) <= decimal(offering.sold)) return offering;
  const left = subtract(decimal<Amount>(offering.cap), decimal<Amount>(sold));
  const most = smaller(decimal<Amount>(offering.maxNow), larger(left, ZERO));
  const least = smaller(decimal<Amount>(offering.minNow), most);
  return { ...offering, sold, maxNow: formatDecimal(most), minNow: formatDecimal(least) };
}

export type Phase = 'coming' | 'open' | 'ended';

type Window = Pick<Offering, 'opensAt' | 'closesAt'>;

export function phaseOf({ opensAt, closesAt }: Window, now: number): Phase {
  if (now < opensAt) return 'coming';
  return now < closesAt ? 'open' : 'ended';
}

/** What a member can do with an offering now. `full`: the cap is sold. `used`: their own limit is reached. */
export type SaleStatus = 'coming' | 'open' | 'paused' | 'full' | 'used' | 'ended';

export function statusOf(offering: Offering, now: number): SaleStatus {
  const phase = phaseOf(offering, now);
  if (phase === 'ended') return phase;
  if (offering.isProhibited) return 'paused';
  if (phase === 'coming') return phase;
  if (decimal(offering.sold) >= decimal(offering.cap)) return 'full';
  return decimal(offering.maxNow) === ZERO ? 'used' : 'open';
}

/** Share of a span that has passed, in percent with two places, 0 to 100. */
export function shareOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 100;
  const share = Number((part * 10_000n) / whole) / 100;
  return Math.min(100, Math.max(0, share));
}

export const passedShare = (from: number, to: number, now: number) =>
  shareOf(BigInt(Math.floor(now - from)), BigInt(Math.floor(to - from)));

export const soldShare = ({ sold, cap }: Pick<Offering, 'sold' | 'cap'>) =>
  shareOf(decimal(sold), decimal(cap));

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

export interface TimeLeft {
  /** Whole days. */
  days: number;
  /** "14:18:40"; below an hour in all "18:40". */
  clock: string;
}

/** The started second counts, so that 0 is shown only when the time has come. */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const inDay = seconds % (DAY_MS / 1_000);
  const minutes = `${two(Math.floor(inDay / 60) % 60)}:${two(inDay % 60)}`;
  const isShort = seconds < HOUR_MS / 1_000;
  const clock = isShort ? minutes : `${two(Math.floor(inDay / 3_600))}:${minutes}`;
  return { days: Math.floor(seconds / (DAY_MS / 1_000)), clock };
}

/** Days until coins unfreeze; a started day counts. */
export const daysLeft = (until: number, now: number) =>
  Math.max(0, Math.ceil((until - now) / DAY_MS));

/** The ratio in percent points, for printing: "0.2222" gives "22.22". */
export const percentOf = (ratio: string | undefined) =>
  ratio === undefined ? undefined : formatDecimal(decimal(ratio) * 100n);

export interface FrozenTotal {
  /** By coin, in the order in which they unfreeze. */
  coins: { coin: string; quantity: string }[];
  nextAt: number;
}

/** What a member has frozen; undefined for nothing. */
export function frozenTotal(subscriptions: readonly Subscription[]): FrozenTotal | undefined {
  const frozen = subscriptions
    .filter(({ isFrozen }) => isFrozen)
    .toSorted((left, right) => left.unfreezesAt - right.unfreezesAt);
  const [first] = frozen;
  if (first === undefined) return undefined;
  const coins = [...new Set(frozen.map(({ coin }) => coin))].map((coin) => {
    const quantities = frozen.flatMap((row) => (row.coin === coin ? [row.quantity] : []));
    return { coin, quantity: formatDecimal(sum(quantities.map((each) => decimal<Amount>(each)))) };
  });
  return { coins, nextAt: first.unfreezesAt };
}

/** `limit` is the bound, in the coin; of `balance` what is available, in the asset that pays. */
export type QuantityFault =
  | { kind: 'missing' }
  | { kind: 'min' | 'max' | 'member' | 'cap' | 'balance'; limit: string };

/** The bound that gives `most`, which is what this member may subscribe for now. */
export function boundOf(offering: Offering, most: string): QuantityFault {
  const limit = decimal<Amount>(most);
  if (limit === decimal<Amount>(offering.max)) return { kind: 'max', limit: most };
  const own = subtract(decimal<Amount>(offering.memberMax), decimal<Amount>(offering.bought));
  return { kind: limit === own ? 'member' : 'cap', limit: most };
}

/** Why a quantity cannot be bought; the server decides. Without a balance only the bounds are checked. */
export function quantityFault(
  typed: string,
  offering: Offering,
  balance: { available: string; affordable: string } | undefined,
): QuantityFault | undefined {
  const quantity = parseDecimal<Amount>(typed);
  if (quantity === undefined || quantity <= ZERO) return { kind: 'missing' };
  const { minNow, maxNow } = offering;
  if (quantity < decimal<Amount>(minNow)) return { kind: 'min', limit: minNow };
  if (quantity > decimal<Amount>(maxNow)) return boundOf(offering, maxNow);
  if (balance !== undefined && quantity > decimal<Amount>(balance.affordable)) {
    return { kind: 'balance', limit: balance.available };
  }
  return undefined;
}

/** The most that a member can buy: within the bounds and, once known, their balance. */
export function mostOf({ maxNow }: Pick<Offering, 'maxNow'>, affordable: string | undefined) {
  const most = decimal<Amount>(maxNow);
  return affordable === undefined ? most : smaller(most, decimal<Amount>(affordable));
}

/** A share of the most, in whole percent, cut to the places of a quantity. */
export const shareQuantity = (most: Amount, share: number, places: number) =>
  formatDecimal(
    quantize(divideInteger(most * BigInt(share), 100n, 'down') as Amount, places, 'down'),
  );
