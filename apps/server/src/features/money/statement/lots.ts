/**
 * The cost of coins: lots of a quantity and what was paid for it. A sale takes the oldest lots first, or a share of one lot that is
 * the average of all. A negative lot is owed, such as a coin sold that was borrowed; a purchase closes it in the same way.
 */
import { type Amount, negate } from '@tern/money';
import type { CostMethod } from '@tern/protocol';

export interface Lot {
  quantity: Amount;
  /** In USDT; of the sign of the quantity. */
  cost: Amount;
  /** When it came, epoch milliseconds; absent where nobody asks. */
  at?: number;
}

/** What a change took of one lot. Above zero, in USDT but for the quantity. */
export interface ClosedLot {
  readonly quantity: Amount;
  readonly acquiredAt: number;
  readonly soldAt: number;
  readonly soldFor: Amount;
  readonly paid: Amount;
}

/** The time of a change (epoch ms), and who hears of each lot that it closes. */
export interface Dated {
  readonly at: number;
  readonly onClosed?: (closed: ClosedLot) => void;
}

/** What a change did to the lots, in USDT. */
export interface Closed {
  /** The part of the change's value that met lots; positive for a sale. */
  readonly soldFor: Amount;
  /** What those lots had cost. */
  readonly paid: Amount;
  /** `soldFor` less `paid`. */
  readonly profit: Amount;
}

/** All lots are of one sign. The queue starts at `from`, because removing the first of a long array is slow. */
export class Lots {
  readonly #lots: Lot[];
  readonly #method: CostMethod;
  #from = 0;

  constructor(method: CostMethod, lots: readonly Lot[] = []) {
    this.#method = method;
    this.#lots = lots.map((lot) => ({ ...lot }));
  }

  /** Oldest first. */
  list(): readonly Readonly<Lot>[] {
    return this.#lots.slice(this.#from);
  }

  cost(): Amount {
    let total = 0n;
    for (let at = this.#from; at < this.#lots.length; at += 1) total += this.#lots[at]!.cost;
    return total as Amount;
  }

  /**
   * Adds a quantity for a value, or takes one out for it: both of the same sign. Shares of a lot are cut at 18 places, and the rest of
   * the lot keeps the difference: cost and profit together are always exactly what was paid and received.
   */
  change(quantity: Amount, value: Amount, dated?: Dated): Closed {
    let [left, leftValue]: [bigint, bigint] = [quantity, value];
    let [met, paid] = [0n, 0n];
    for (;;) {
      const lot = this.#lots[this.#from];
      if (left === 0n || lot === undefined || lot.quantity > 0n === left > 0n) break;
      const taken =
        magnitude(left) < magnitude(lot.quantity) ? magnitude(left) : magnitude(lot.quantity);
      const ofLot = share(lot.cost, taken, magnitude(lot.quantity));
      const ofChange = share(leftValue, taken, magnitude(left));
      const signed = left > 0n ? taken : -taken;
      left -= signed;
      leftValue -= ofChange;
      met += ofChange;
      paid += ofLot;
      if (dated?.onClosed) dated.onClosed(closedLot(lot, dated.at, { taken, ofLot, ofChange }));
      lot.quantity = (lot.quantity + signed) as Amount;
      lot.cost = (lot.cost - ofLot) as Amount;
      if (lot.quantity === 0n) this.#drop();
    }
    if (left !== 0n)
      this.#add({
        quantity: left as Amount,
        cost: leftValue as Amount,
        ...(dated === undefined ? {} : { at: dated.at }),
      });
    return {
      soldFor: negate(met as Amount),
      paid: paid as Amount,
      profit: -(met + paid) as Amount,
    };
  }

  #add(lot: Lot): void {
    const last = this.#lots.at(-1);
    if (this.#method === 'average' && last !== undefined) {
      last.quantity = (last.quantity + lot.quantity) as Amount;
      last.cost = (last.cost + lot.cost) as Amount;
    } else {
      this.#lots.push(lot);
    }
  }

  #drop(): void {
    this.#from += 1;
    if (this.#from * 2 < this.#lots.length) return;
    this.#lots.splice(0, this.#from);
    this.#from = 0;
  }
}

/** A lot that was owed was sold before it was acquired. */
function closedLot(
  lot: Readonly<Lot>,
  at: number,
  { taken, ofLot, ofChange }: { taken: bigint; ofLot: bigint; ofChange: bigint },
): ClosedLot {
  const since = lot.at ?? at;
  const quantity = taken as Amount;
  return lot.quantity > 0n
    ? {
        quantity,
        acquiredAt: since,
        soldAt: at,
        soldFor: -ofChange as Amount,
        paid: ofLot as Amount,
      }
    : {
        quantity,
        acquiredAt: at,
        soldAt: since,
        soldFor: -ofLot as Amount,
        paid: ofChange as Amount,
      };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
/** Exact for the whole. */
const share = (value: bigint, part: bigint, whole: bigint) => (value * part) / whole;
