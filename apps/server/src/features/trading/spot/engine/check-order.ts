/** Checks a new order against its market's state, its bounds and its time in force, and computes the most it can cost. */
import type { Book, LimitOrder } from '@tern/matching';
import { type Amount, fitsScale, formatDecimal, notional, type Price, ZERO } from '@tern/money';
import { instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { Refusal, tooManyPlaces } from '../../../../kernel/requests/refusal.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { TimeInForce } from '../order.ts';
import {
  cashFor,
  type Fault,
  heldBy,
  highestBuyPrice,
  limitOrderFault,
  lowestSellPrice,
  marketSellFault,
  notionalFault,
  protectionPrice,
} from '../rules.ts';
import type { Batch } from './batch.ts';
import type { PlaceCommand } from '../commands.ts';

type Checks = Pick<Batch, 'instrument' | 'tick' | 'lastPrice' | 'now'>;

/**
 * `cost` is the most that the order may take of the asset it pays with.
 * @throws market-closed, amount-missing, price-missing, below-minimum, above-maximum, out-of-bounds, no-price
 */
export function checkedOrder(command: PlaceCommand, checks: Checks): { cost: Amount } {
  const { instrument, now } = checks;
  if (instrument.state !== instrumentState.normal || !isOpen(instrument.hours, now)) {
    throw new Refusal('market-closed');
  }
  return command.type === 'limit' ? checkedLimit(command, checks) : checkedMarket(command, checks);
}

function checkedLimit(command: PlaceCommand, checks: Checks): { cost: Amount } {
  const { side, limitPrice: price } = command;
  if (price === undefined || price <= 0n) throw new Refusal('price-missing', { fields: ['price'] });
  const quantity = checkedQuantity(command);
  const { instrument, lastPrice } = checks;
  // A limit order names its own price, so the last known reference is enough to bound it. Before the first trade of a market that
  // only members price there is none: the order's own price bounds nothing.
  const reference = lastPrice ?? (instrument.pricedBy === 'members' ? price : undefined);
  if (reference === undefined) throw new Refusal('no-price');
  const fault = limitOrderFault(instrument, reference, { side, price, quantity });
  if (fault !== undefined) throw refusalOf(fault, reference, checks);
  const order = { side, price, open: quantity, filledQuote: ZERO };
  return { cost: heldBy(order, checks.instrument.quoteScale) };
}

function checkedMarket(command: PlaceCommand, checks: Checks): { cost: Amount } {
  const { instrument, tick } = checks;
  if (command.side === 'sell') {
    const quantity = checkedQuantity(command);
    if (tick === undefined) throw new Refusal('no-price');
    const fault = marketSellFault(instrument, tick.price, quantity);
    if (fault !== undefined) throw refusalOf(fault, tick.price, checks);
    return { cost: quantity };
  }
  const { budget, quantity } = command;
  if (quantity !== undefined) return checkedQuantityBuy(quantity, checks);
  if (budget === undefined || budget <= ZERO) {
    throw new Refusal('amount-missing', { fields: ['total'], text: 'order.totalMissing' });
  }
  if (!fitsScale(budget, instrument.quoteScale))
    throw tooManyPlaces('total', instrument.quoteScale);
  if (tick === undefined) throw new Refusal('no-price');
  const fault = notionalFault(instrument, budget);
  if (fault !== undefined) throw refusalOf(fault, tick.price, checks);
  return { cost: budget };
}

/** The stop of an OCO buys what its limit order has left. It can cost the worst price that a market order may trade at. */
function checkedQuantityBuy(quantity: Amount, { instrument, tick }: Checks): { cost: Amount } {
  if (tick === undefined) throw new Refusal('no-price');
  const fault = marketSellFault(instrument, tick.price, quantity);
  if (fault !== undefined) throw refusalOf(fault, tick.price, { instrument });
  const worst = notional(protectionPrice(instrument, tick.price, 'buy'), quantity, 'up');
  return { cost: cashFor('buy', worst, instrument.quoteScale) };
}

function checkedQuantity({ quantity }: PlaceCommand): Amount {
  if (quantity !== undefined && quantity > ZERO) return quantity;
  throw new Refusal('amount-missing', { fields: ['quantity'], text: 'order.quantityMissing' });
}

/** The refusal that names the broken bound. `below-minimum` carries only the number, because clients add "USDT". */
export function refusalOf(
  fault: Fault,
  reference: Price,
  { instrument }: Pick<Checks, 'instrument'>,
): Refusal {
  const { quote } = instrument;
  const step = (size: bigint) => ({ step: formatDecimal(size) });
  const bound = (name: string, limit: bigint) => ({ bound: { name, limit: formatDecimal(limit) } });
  switch (fault) {
    case 'tick': {
      const data = bound('tickSize', instrument.tickSize);
      return new Refusal('out-of-bounds', {
        fields: ['price'],
        text: 'order.tick',
        values: step(instrument.tickSize),
        data,
      });
    }
    case 'lot': {
      const data = bound('lotSize', instrument.lotSize);
      return new Refusal('out-of-bounds', {
        fields: ['quantity'],
        text: 'order.lot',
        values: step(instrument.lotSize),
        data,
      });
    }
    case 'min-notional': {
      const min = formatDecimal(instrument.minNotional);
      const data = bound('minNotional', instrument.minNotional);
      if (quote === 'USDT') return new Refusal('below-minimum', { msg: min, data });
      return new Refusal('out-of-bounds', {
        text: 'order.minNotional',
        values: { min, asset: quote },
        data,
      });
    }
    case 'max-notional': {
      const values = { max: formatDecimal(instrument.maxNotional), asset: quote };
      const data = bound('maxNotional', instrument.maxNotional);
      return new Refusal('above-maximum', { text: 'order.maxNotional', values, data });
    }
    case 'price-high': {
      const max = highestBuyPrice(instrument, reference);
      const values = { max: formatDecimal(max) };
      const data = bound('highestPrice', max);
      return new Refusal('out-of-bounds', {
        fields: ['price'],
        text: 'order.priceHigh',
        values,
        data,
      });
    }
    case 'price-low': {
      const min = lowestSellPrice(instrument, reference);
      const values = { min: formatDecimal(min) };
      const data = bound('lowestPrice', min);
      return new Refusal('out-of-bounds', {
        fields: ['price'],
        text: 'order.priceLow',
        values,
        data,
      });
    }
  }
}

/** Whether a limit order's time in force lets it trade with this book; if not, it is cancelled without a trade. */
export function mayTrade(
  book: Pick<Book, 'bestAsk' | 'bestBid' | 'orders'>,
  order: Omit<LimitOrder, 'kind'>,
  timeInForce: TimeInForce | undefined,
): boolean {
  if (timeInForce === 'post-only') return !wouldTrade(book, order);
  return timeInForce !== 'fill-or-kill' || isFilledWhole(book, order);
}

const isWithin = (
  { side, priceTicks }: Pick<LimitOrder, 'side' | 'priceTicks'>,
  makerTicks: number,
) => (side === 'buy' ? makerTicks <= priceTicks : makerTicks >= priceTicks);

function wouldTrade(
  book: Pick<Book, 'bestAsk' | 'bestBid'>,
  order: Omit<LimitOrder, 'kind'>,
): boolean {
  const best = order.side === 'buy' ? book.bestAsk() : book.bestBid();
  return best !== undefined && isWithin(order, best);
}

/** Matching stops at an order of the same owner, as in the book. */
function isFilledWhole(book: Pick<Book, 'orders'>, order: Omit<LimitOrder, 'kind'>): boolean {
  let lots = 0;
  for (const maker of book.orders(order.side === 'buy' ? 'sell' : 'buy')) {
    if (!isWithin(order, maker.priceTicks) || maker.owner === order.owner) return false;
    lots += maker.lots;
    if (lots >= order.lots) return true;
  }
  return false;
}
