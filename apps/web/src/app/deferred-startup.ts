/** Startup work that the first page does not need: one script, loaded shortly after it. */
import { storeLastPrices } from '../kernel/quotes/stored-markets.ts';
import { followLists } from '../kernel/quotes/market-feed.ts';

export { ConnectionStrip } from './connection-strip.tsx';
export { cacheShell } from '../platform/shell/cache-shell.ts';

storeLastPrices(followLists);
