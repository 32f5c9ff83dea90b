/** The interface of a public call of HTX's REST API. */
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { AssetNetwork } from '../../kernel/networks/networks.ts';
import type { Log } from '../../platform/log.ts';
import type { FeedDeps, TradeLine } from '../feed/index.ts';
import type { SymbolState } from '../pricing/index.ts';

export interface HtxDeps extends FeedDeps {
  readonly assets: AssetBook;
  readonly log: Log;
  /** The current networks by asset. */
  networks(): Promise<ReadonlyMap<string, readonly AssetNetwork[]>>;
  /** Newest first. */
  trades(state: SymbolState): readonly TradeLine[];
}

/** Returns the content of the envelope. */
export type Answer = (deps: HtxDeps, query: URLSearchParams) => object | Promise<object>;
