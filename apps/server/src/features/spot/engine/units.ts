/** Converts exact decimals to the book's integers and back: prices in ticks, quantities in lots. Pure. */
import { type Amount, ONE, type Price } from '@tern/money';

export interface Units {
  /** Fails with: a thrown error when the price is no whole number of ticks. */
  ticksOf(price: Price): number;
  lotsOf(quantity: Amount): number;
  /** Whole ticks × lots that a budget covers; rounds down. */
  budgetOf(budget: Amount): number;
  priceOf(ticks: number): Price;
  quantityOf(lots: number): Amount;
  /** Exact: price × quantity, which may be finer than the quote asset's scale. */
  quoteOf(ticks: number, lots: number): Amount;
}

/** Fails with: a thrown error when tick × lot is finer than 18 places, which no instrument is. */
export function createUnits(instrument: { tickSize: Price; lotSize: Amount }): Units {
  const { tickSize, lotSize } = instrument;
  const unit = (tickSize * lotSize) / ONE;
  if (unit * ONE !== tickSize * lotSize) throw new Error('tick × lot is finer than money');
  const whole = (value: bigint, step: bigint) => {
    if (value % step !== 0n) throw new Error('not a whole number of units');
    return Number(value / step);
  };
  return {
    ticksOf: (price) => whole(price, tickSize),
    lotsOf: (quantity) => whole(quantity, lotSize),
    budgetOf: (budget) => Number(budget / unit),
    priceOf: (ticks) => (BigInt(ticks) * tickSize) as Price,
    quantityOf: (lots) => (BigInt(lots) * lotSize) as Amount,
    quoteOf: (ticks, lots) => (BigInt(ticks) * BigInt(lots) * unit) as Amount,
  };
}
