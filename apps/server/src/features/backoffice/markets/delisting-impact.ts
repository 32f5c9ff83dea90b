/** Whom and what a delisting concerns: holders, open orders, other uses of the coin. */
import type { Amount } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { stateByDelisting } from '../../../kernel/catalog/market-delistings.ts';
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import { holdingsOf } from '../../../kernel/ledger/holders.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { ListDeps } from './list-markets.ts';

export interface Impact {
  /** Members who hold the coin, and how much in all. */
  holders: number;
  held: Amount;
  openOrders: number;
  /** Markets and products that use the coin besides: `BTC/USD`, `staking`. Without any, the coin goes with the market. */
  otherUses: string[];
  /** Members who have the coin in a product. */
  inProducts: number;
}

export interface ImpactDeps extends ListDeps {
  /** Kinds of products that are open and use an asset. */
  productsWith(reader: Reader, asset: string): Promise<string[]>;
}

export async function impactOf(
  deps: ImpactDeps,
  reader: Reader,
  instrument: Instrument,
): Promise<Impact> {
  const { base } = instrument;
  const { holders, total, inProducts } = await holdingsOf(reader, base);
  const open = await deps.countOpenOrders(reader);
  const products = await deps.productsWith(reader, base);
  return {
    holders,
    held: total,
    openOrders: open.get(instrument.id) ?? 0,
    otherUses: [...otherMarkets(deps, instrument), ...products],
    inProducts,
  };
}

/** Those that stay. */
function otherMarkets({ instruments, halts, clock }: ImpactDeps, delisted: Instrument): string[] {
  const { normal } = instrumentState;
  return instruments.all
    .filter(({ id, base, quote }) => {
      if (id === delisted.id || (base !== delisted.base && quote !== delisted.base)) return false;
      const delisting = halts.delistingOf(id);
      const isAgreed = delisting !== undefined && delisting.state !== 'proposed';
      return !isAgreed && stateByDelisting(delisting, clock.now()) === normal;
    })
    .map(({ base, quote }) => `${base}/${quote}`);
}
