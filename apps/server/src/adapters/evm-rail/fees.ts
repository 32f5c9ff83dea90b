/** What a transaction offers for gas, and what one offers that replaces it. Pure; prices of one unit of gas, in the chain's smallest units. */

/** What a chain demands now. */
export interface GasMarket {
  /** The base fee of the newest block; on chains with a single price, that price. */
  base: bigint;
  /** Absent on chains with a single price. */
  tip: bigint | undefined;
}

export interface GasOffer {
  /** The most that is paid. */
  most: bigint;
  /** For the maker of the block, within `most`. Absent on chains with a single price. */
  tip: bigint | undefined;
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** The base fee can at most double within six full blocks. */
const ample = ({ base, tip }: GasMarket) => (tip === undefined ? base : base * 2n + tip);

/** Undefined while even the next block costs more than `cap`. */
export function firstOffer(market: GasMarket, cap: bigint): GasOffer | undefined {
  if (market.base + (market.tip ?? 0n) > cap) return undefined;
  return { most: smaller(ample(market), cap), tip: market.tip };
}

/** Nodes take a replacement that offers at least an eighth more of both. */
const enough = (price: bigint) => (price * 9n) / 8n + 1n;
/** Our choice, above what nodes demand. */
const raised = (price: bigint) => (price * 5n) / 4n + 1n;

/** A quarter more, or what the chain demands if that is more. Undefined when `cap` leaves no room for it. */
export function raisedOffer(
  before: GasOffer,
  market: GasMarket,
  cap: bigint,
): GasOffer | undefined {
  const most = smaller(larger(raised(before.most), ample(market)), cap);
  if (most < enough(before.most)) return undefined;
  if (before.tip === undefined) return { most, tip: undefined };
  const tip = smaller(larger(raised(before.tip), market.tip ?? 0n), most);
  return tip < enough(before.tip) ? undefined : { most, tip };
}
