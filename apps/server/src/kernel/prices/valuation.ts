/** Values amounts of any asset in USDT at reference prices, through a chain of pairs. */
import { type Amount, divideInteger, notional, ONE, type Price, quantize } from '@tern/money';
import type { AssetRegistry } from '../catalog/assets.ts';
import type { InstrumentRegistry } from '../catalog/instruments.ts';

/** The asset of all valuations. */
const VALUE_ASSET = 'USDT';

export interface Step {
  symbol: string;
  /** Divide by the price instead of multiplying. */
  isInverse: boolean;
}

export interface Valuation {
  /** The shortest chain of pairs from one asset to another; empty for the same asset, undefined if there is none. */
  pathBetween(from: string, to: string): readonly Step[] | undefined;
  /** Symbols whose prices `worth` needs for these assets. */
  symbolsFor(assets: Iterable<string>): Set<string>;
  /** The value in USDT, truncated to its scale. Undefined if there is no chain of pairs to USDT, or a price is missing. */
  worth(
    asset: string,
    amount: Amount,
    priceOf: (symbol: string) => Price | undefined,
  ): Amount | undefined;
}

/** Finds the shortest chain of pairs to USDT for each asset, once, and again when a market is listed. */
export function createValuation(deps: {
  assets: AssetRegistry;
  instruments: InstrumentRegistry;
}): Valuation {
  const chainsByTarget = new Map<string, Map<string, Step[]>>();
  const chainsOf = (target: string) => {
    const known = chainsByTarget.get(target) ?? chainsTo(target, deps.instruments);
    chainsByTarget.set(target, known);
    return known;
  };
  deps.instruments.subscribe(() => chainsByTarget.clear());
  const { scale } = deps.assets.get(VALUE_ASSET);
  return {
    pathBetween: (from, to) => chainsOf(to).get(from),
    symbolsFor(assets) {
      const symbols = new Set<string>();
      for (const asset of assets)
        for (const { symbol } of chainsOf(VALUE_ASSET).get(asset) ?? []) symbols.add(symbol);
      return symbols;
    },
    worth(asset, amount, priceOf) {
      const chain = chainsOf(VALUE_ASSET).get(asset);
      if (chain === undefined) return undefined;
      let value = amount;
      for (const { symbol, isInverse } of chain) {
        const price = priceOf(symbol);
        if (price === undefined || price <= 0n) return undefined;
        value = isInverse
          ? (divideInteger(value * ONE, price, 'truncate') as Amount)
          : notional(price, value, 'truncate');
      }
      return quantize(value, scale, 'truncate');
    },
  };
}

function chainsTo(target: string, instruments: InstrumentRegistry): Map<string, Step[]> {
  const chains = new Map<string, Step[]>([[target, []]]);
  const queue = [target];
  for (let asset = queue.shift(); asset !== undefined; asset = queue.shift()) {
    for (const { symbol, base, quote, pricedBy } of instruments.all) {
      // A few trades between members make such a price: nothing is valued or swapped by it.
      if (pricedBy === 'members') continue;
      const next = quote === asset ? base : base === asset ? quote : undefined;
      if (next === undefined || chains.has(next)) continue;
      chains.set(next, [{ symbol, isInverse: next === quote }, ...chains.get(asset)!]);
      queue.push(next);
    }
  }
  return chains;
}
