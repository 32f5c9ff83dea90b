/** Instruments and currencies in HTX's format; bounds and precisions derive from the instrument table. */
import {
  add,
  type Amount,
  divideInteger,
  formatDecimal,
  ONE,
  type Price,
  type Rate,
  subtract,
} from '@tern/money';
import type {
  HtxChain,
  HtxCurrency,
  HtxMarketStatus,
  HtxOrderBounds,
  HtxSymbol,
} from '@tern/protocol';
import type { Asset, AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { type Instrument, instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { type AssetNetwork, chainName } from '../../../../kernel/networks/networks.ts';
import type { Exact } from '../../../market/feed/index.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import { placesOf } from '../../../market/market-data/index.ts';

/** The last price, if there is one, and the time, which determines whether the market is open. */
export interface MarketMoment {
  readonly last: Price | undefined;
  readonly now: number;
}

/**
 * Without a price, the largest amount is computed for the lowest possible price. A market outside its trading hours is
 * suspended, a delisted one offline.
 */
export function symbolRow(
  instrument: Instrument,
  assets: AssetRegistry,
  { last, now }: MarketMoment,
): Exact<HtxSymbol> {
  const { symbol, base, quote, tickSize, lotSize, minNotional, maxNotional, state } = instrument;
  const isDelisted = state === instrumentState.closed;
  const isOnline = state === instrumentState.normal && isOpen(instrument.hours, now);
  const maxAmount = largestAmount(instrument, last);
  return {
    symbol,
    state: isOnline ? 'online' : isDelisted ? 'offline' : 'suspend',
    'base-currency': base.toLowerCase(),
    'quote-currency': quote.toLowerCase(),
    'price-precision': placesOf(tickSize),
    'amount-precision': placesOf(lotSize),
    'value-precision': assets.get(quote).scale,
    'symbol-partition': 'main',
    'min-order-amt': lotSize,
    'max-order-amt': maxAmount,
    'min-order-value': minNotional,
    'max-order-value': maxNotional,
    'limit-order-min-order-amt': lotSize,
    'limit-order-max-order-amt': maxAmount,
    'limit-order-max-buy-amt': maxAmount,
    'limit-order-max-sell-amt': maxAmount,
    'sell-market-min-order-amt': lotSize,
    'sell-market-max-order-amt': maxAmount,
    'buy-market-max-order-value': maxNotional,
    'api-trading': isOnline ? 'enabled' : 'disabled',
    tags: '',
  };
}

/** The bounds of one symbol; prices as ratios to the last one. */
export function orderBounds(
  instrument: Instrument,
  assets: AssetRegistry,
  moment: MarketMoment,
): Exact<HtxOrderBounds> {
  const row = symbolRow(instrument, assets, moment);
  const { priceBand, marketBand } = instrument;
  return {
    symbol: row.symbol,
    'buy-limit-must-less-than': add(ONE as Rate, priceBand),
    'sell-limit-must-greater-than': subtract(ONE as Rate, priceBand),
    'limit-order-must-greater-than': row['limit-order-min-order-amt'],
    'limit-order-must-less-than': row['limit-order-max-order-amt'],
    'market-buy-order-must-greater-than': row['min-order-value'],
    'market-buy-order-must-less-than': row['buy-market-max-order-value'],
    'market-sell-order-must-greater-than': row['sell-market-min-order-amt'],
    'market-sell-order-must-less-than': row['sell-market-max-order-amt'],
    'market-buy-order-rate-must-less-than': marketBand,
    'market-sell-order-rate-must-less-than': marketBand,
  };
}

/** The amount of the largest order value at the lowest limit price within the price band. */
function largestAmount(instrument: Instrument, last: Price | undefined): Amount {
  const { tickSize, lotSize, maxNotional, priceBand } = instrument;
  const lowest = last === undefined ? tickSize : (last * (ONE - priceBand)) / ONE;
  const lots = divideInteger(
    maxNotional * ONE,
    (lowest > 0n ? lowest : tickSize) * lotSize,
    'down',
  );
  return (lots * lotSize) as Amount;
}

export function currencyRow(asset: Asset, networks: readonly AssetNetwork[]): Exact<HtxCurrency> {
  return {
    currency: asset.code.toLowerCase(),
    assetType: assetType(asset),
    chains: networks.map((network) => chainRow(asset, network)),
    instStatus: 'normal',
  };
}

export const assetType = ({ kind }: Asset): number => (kind === 'fiat' ? 2 : 1);

function chainRow({ scale }: Asset, network: AssetNetwork): HtxChain {
  const { confirmations } = network;
  return {
    chain: chainName(network),
    displayName: network.network,
    isDynamic: false,
    numOfConfirmations: confirmations,
    numOfFastConfirmations: confirmations,
    minDepositAmt: formatDecimal(network.depositMin),
    depositStatus: network.takesDeposits ? 'allowed' : 'prohibited',
    minWithdrawAmt: formatDecimal(network.withdrawMin),
    maxWithdrawAmt: formatDecimal(network.withdrawMax),
    withdrawPrecision: scale,
    withdrawFeeType: 'fixed',
    transactFeeWithdraw: formatDecimal(network.withdrawFee),
    withdrawStatus: network.takesWithdrawals ? 'allowed' : 'prohibited',
  };
}

/** Normal while at least one market is normal. */
export function marketStatus(instruments: readonly Instrument[]): HtxMarketStatus {
  const { normal, cancelOnly } = instrumentState;
  if (instruments.some(({ state }) => state === normal)) return { marketStatus: 1 };
  return { marketStatus: instruments.some(({ state }) => state === cancelOnly) ? 3 : 2 };
}
