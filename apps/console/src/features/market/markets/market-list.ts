/** What the pages of markets say of them. Pure. */
import type { Market } from './api.ts';
import { marketTexts } from './texts.ts';

const { markets } = marketTexts;

export const FILTERS = ['all', 'open', 'stopped', 'closed'] as const;
export type Filter = (typeof FILTERS)[number];

export const nameOf = ({ base, quote }: Pick<Market, 'base' | 'quote'>) => `${base}/${quote}`;

const isStopped = ({ state }: Market) => state === 'halted' || state === 'cancelOnly';

const filters: Record<Filter, (market: Market) => boolean> = {
  all: () => true,
  open: ({ state }) => state === 'open',
  stopped: isStopped,
  closed: ({ state }) => state === 'closed' || state === 'delisted',
};

/** In the server's order, those that do not trade as usual first. */
export function found(all: readonly Market[], filter: Filter, text: string): readonly Market[] {
  const wanted = text.trim().toLowerCase().replace('/', '');
  const shown = all.filter((market) => filters[filter](market) && market.symbol.includes(wanted));
  return [
    ...shown.filter(isStopped),
    ...shown.filter(({ state }) => state === 'closed'),
    ...shown.filter(({ state }) => state === 'open'),
    ...shown.filter(({ state }) => state === 'delisted'),
  ];
}

export const countOf = (all: readonly Market[], filter: Filter) =>
  all.filter(filters[filter]).length;

/** The worst is named: "62 of 64 trade as usual. BTC/USDT is halted." */
export function summaryOf(all: readonly Market[]): string {
  const stopped = all
    .filter(isStopped)
    .map((market) => markets.is(nameOf(market), markets.states[market.state]));
  const listed = all.filter(({ state }) => state !== 'delisted');
  const closed = countOf(listed, 'closed');
  const others = [...stopped, ...(closed === 0 ? [] : [markets.outside(closed)])].join(', ');
  return markets.line(countOf(all, 'open'), listed.length, others === '' ? '' : `${others}.`);
}
