/** Adds up a month: what each record did to value, cost and profit. Pure; prices are given. */
import { type Amount, negate, ZERO } from '@tern/money';
import { type CostMethod, costMethods, type StatementFlow, statementFlows } from '@tern/protocol';
import { isStake, rowOfKind } from './flow-of-kind.ts';
import { type ClosedLot, type Dated, Lots } from './lots.ts';

/** The asset of all values; it has no cost of its own. */
export const VALUE_ASSET = 'USDT';

/** A change of what a member owns. */
export interface Leg {
  readonly asset: string;
  /** After the fee. */
  readonly amount: Amount;
  /** In the same asset, kept from what was received; above zero or zero. */
  readonly fee: Amount;
  /** In the same asset, a part of what left; above zero or zero. */
  readonly feeWithin: Amount;
}

/** The records of one trade, or one record. */
export interface Movement {
  readonly kind: number;
  readonly legs: readonly Leg[];
  /** Epoch milliseconds. */
  readonly at: number;
  /** The value of an amount of a coin at the close of the movement's day. Undefined without a price. */
  worth(asset: string, amount: Amount): Amount | undefined;
}

/** A lot of a coin that a sale closed, first in, first out. */
export interface Disposal extends ClosedLot {
  readonly asset: string;
}

/** What a member owns, and what it cost by either method. */
export interface Holdings {
  readonly amounts: Map<string, Amount>;
  readonly lots: Record<CostMethod, Map<string, Lots>>;
}

export interface StoredHoldings {
  readonly amounts: Record<string, string>;
  readonly lots: Record<CostMethod, Record<string, (readonly [quantity: string, cost: string])[]>>;
}

export interface CoinSales {
  sales: number;
  sold: Amount;
  paid: Amount;
  profit: Amount;
}

/** Both methods agree on the flows and differ in profit and price change. */
export interface MethodTally {
  readonly coins: Map<string, CoinSales>;
  /** Of coins that left without being sold: their value then less what they had cost. */
  unsold: Amount;
}

export interface Tally {
  readonly holdings: Holdings;
  readonly flows: Record<StatementFlow, Amount>;
  readonly methods: Record<CostMethod, MethodTally>;
  records: number;
  /** Contracts placed. */
  contracts: number;
  /** A coin came or left at the price of its day. */
  hasDayPrices: boolean;
  readonly unpriced: Set<string>;
  /** Hears of each lot that a sale closes; absent: nobody asks. */
  readonly onDisposal?: (disposal: Disposal) => void;
}

export function emptyHoldings(): Holdings {
  return { amounts: new Map(), lots: { fifo: new Map(), average: new Map() } };
}

/** Shape: `holdings` are changed by `addMovement`. */
export function createTally(holdings: Holdings, onDisposal?: Tally['onDisposal']): Tally {
  return {
    holdings,
    flows: Object.fromEntries(statementFlows.map((flow) => [flow, ZERO])) as Tally['flows'],
    methods: {
      fifo: { coins: new Map(), unsold: ZERO },
      average: { coins: new Map(), unsold: ZERO },
    },
    records: 0,
    contracts: 0,
    hasDayPrices: false,
    unpriced: new Set(),
    ...(onDisposal === undefined ? {} : { onDisposal }),
  };
}

/** The two sides of a trade. Undefined for all else, and for a trade whose other side rounds to nothing. */
function sidesOf(kind: number, legs: readonly Leg[]): { out: Leg; into: Leg } | undefined {
  const out = legs.find(({ amount }) => amount < 0n);
  const into = legs.find(({ amount }) => amount > 0n);
  const isTrade = rowOfKind(kind) === 'trade' && legs.length === 2;
  return isTrade && out !== undefined && into !== undefined ? { out, into } : undefined;
}

/** The coins of a movement that `worth` is asked for: none when a side of a trade is USDT, which makes its price. */
export function assetsToValue({ kind, legs }: Pick<Movement, 'kind' | 'legs'>): string[] {
  const hasPrice = sidesOf(kind, legs) && legs.some(({ asset }) => asset === VALUE_ASSET);
  return hasPrice === true ? [] : legs.map(({ asset }) => asset);
}

export function addMovement(tally: Tally, movement: Movement): void {
  const { kind, legs } = movement;
  const { amounts } = tally.holdings;
  for (const { asset, amount } of legs) {
    amounts.set(asset, ((amounts.get(asset) ?? 0n) + amount) as Amount);
  }
  tally.records += legs.length;
  if (isStake(kind)) tally.contracts += 1;
  const sides = sidesOf(kind, legs);
  if (sides !== undefined) {
    addTrade(tally, movement, sides);
    return;
  }
  const row = rowOfKind(kind);
  for (const leg of legs) addFlow(tally, movement, { leg, row: row === 'trade' ? 'other' : row });
}

function addTrade(
  tally: Tally,
  movement: Movement,
  { out, into }: { readonly out: Leg; readonly into: Leg },
): void {
  const gross = (into.amount + into.fee) as Amount;
  const value = valueOfTrade(tally, movement, { out, into, gross });
  const fee = (gross === 0n ? 0n : (value * into.fee) / gross) as Amount;
  tally.flows.fees = (tally.flows.fees - fee) as Amount;
  for (const method of costMethods) {
    const { coins } = tally.methods[method];
    const add = (asset: string, amount: Amount, worth: Amount) => {
      if (asset === VALUE_ASSET) return;
      const dated = datedOf(tally, movement.at, { method, asset });
      const closed = lotsOf(tally.holdings, method, asset).change(amount, worth, dated);
      const isSale = asset === out.asset;
      if (!isSale && closed.profit === 0n) return;
      const of = coins.get(asset) ?? { sales: 0, sold: ZERO, paid: ZERO, profit: ZERO };
      // Buying back what was owed realises a profit too: sold for what the lot says, paid now.
      coins.set(asset, {
        sales: of.sales + 1,
        sold: (of.sold + (isSale ? closed.soldFor : negate(closed.paid))) as Amount,
        paid: (of.paid + (isSale ? closed.paid : negate(closed.soldFor))) as Amount,
        profit: (of.profit + closed.profit) as Amount,
      });
    };
    add(out.asset, out.amount, negate(value));
    add(into.asset, into.amount, (value - fee) as Amount);
  }
}

/** Only the lots of one method become disposals. */
function datedOf(
  { onDisposal }: Tally,
  at: number,
  { method, asset }: { method: CostMethod; asset: string },
): Dated | undefined {
  if (onDisposal === undefined || method !== 'fifo') return undefined;
  return { at, onClosed: (closed) => onDisposal({ ...closed, asset }) };
}

/** In USDT, before the fee: exact when one side is USDT, otherwise at the close of the day. */
function valueOfTrade(
  tally: Tally,
  { worth }: Movement,
  { out, into, gross }: { readonly out: Leg; readonly into: Leg; readonly gross: Amount },
): Amount {
  if (out.asset === VALUE_ASSET) return negate(out.amount);
  if (into.asset === VALUE_ASSET) return gross;
  tally.hasDayPrices = true;
  const value = worth(into.asset, gross) ?? worth(out.asset, negate(out.amount));
  if (value === undefined) tally.unpriced.add(into.asset);
  return value ?? ZERO;
}

function addFlow(
  tally: Tally,
  { worth, at }: Movement,
  { leg, row }: { readonly leg: Leg; readonly row: StatementFlow },
): void {
  const { asset, amount, feeWithin } = leg;
  const value = asset === VALUE_ASSET ? amount : worth(asset, amount);
  if (value === undefined) tally.unpriced.add(asset);
  const fee = feeWithin === ZERO ? ZERO : ((value ?? 0n) * feeWithin) / negate(amount);
  tally.flows[row] = (tally.flows[row] + (value ?? 0n) - fee) as Amount;
  tally.flows.fees = (tally.flows.fees + fee) as Amount;
  if (asset === VALUE_ASSET) return;
  tally.hasDayPrices = true;
  const dated = tally.onDisposal && { at };
  for (const method of costMethods) {
    const { profit } = lotsOf(tally.holdings, method, asset).change(amount, value ?? ZERO, dated);
    const of = tally.methods[method];
    of.unsold = (of.unsold + profit) as Amount;
  }
}

function lotsOf(holdings: Holdings, method: CostMethod, asset: string): Lots {
  const known = holdings.lots[method].get(asset) ?? new Lots(method);
  holdings.lots[method].set(asset, known);
  return known;
}

/** What was paid for everything held now, in USDT; USDT counts for itself. */
export function costOf({ amounts, lots }: Holdings, method: CostMethod): Amount {
  let total: bigint = amounts.get(VALUE_ASSET) ?? 0n;
  for (const each of lots[method].values()) total += each.cost();
  return total as Amount;
}
