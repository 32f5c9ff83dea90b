/** What the app does without until its first page is there: one script, loaded when nothing else waits. */
import { keepLastPrices } from '../kernel/quotes/kept-markets.ts';
import { followLists } from '../kernel/quotes/market-feed.ts';

export { ConnectionStrip } from './connection-strip.tsx';
export { keepShell } from '../platform/shell/keep-shell.ts';

keepLastPrices(followLists);
