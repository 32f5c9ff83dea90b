/** Startup work that the first page does not need: one script, loaded when the browser is idle. */
import { keepLastPrices } from '../kernel/quotes/kept-markets.ts';
import { followLists } from '../kernel/quotes/market-feed.ts';

export { ConnectionStrip } from './connection-strip.tsx';
export { keepShell } from '../platform/shell/keep-shell.ts';

keepLastPrices(followLists);
