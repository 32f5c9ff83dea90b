/** Rules about orders and fills in the books. */
import { sum } from '@tern/money';
import { HOUR_MS, SECOND_MS } from '../../../../platform/durations.ts';
import type { CancelledOrder, Fill } from '../facts.ts';
import { defineRule, lasting, money, scan, usdt } from './rule.ts';

/** Linked accounts on both sides of fills. An own order never meets another one of the same account. */
export const washTrading = defineRule({
  name: 'Linked accounts trade with each other',
  about:
    'Both sides of several fills belong to accounts that share a device, a withdrawal address, a payee or an invitation.',
  facts: 'trades',
  parameters: {
    count: { label: 'Fills', unit: 'count', min: 1, max: 1_000, usual: 5 },
    least: { label: 'Together, at least', unit: 'USDT', min: 10, max: 10_000_000, usual: 5_000 },
    hours: { label: 'Within', unit: 'hours', min: 1, max: 720, usual: 24 },
  },
  windowMs: ({ hours }) => hours * HOUR_MS,
  find({ trades }, { count, least, hours }, since) {
    const linked = trades.filter(({ ground }) => ground !== null);
    return scan(linked, { ...since, windowMs: hours * HOUR_MS }, (window) => {
      const worth = sum(window.map((trade) => trade.worth));
      if (window.length < count || worth < usdt(least)) return undefined;
      // No ids: who reads it may own one of these accounts. The case shows what the accounts share.
      const others = new Set(window.map(({ otherId }) => otherId)).size;
      const grounds = [...new Set(window.map(({ ground }) => ground!))].toSorted();
      const span = lasting(window.at(-1)!.at - window[0]!.at);
      return {
        text: `${window.length} fills worth ${money(worth)} with ${others} linked ${others === 1 ? 'account' : 'accounts'} within ${span}: ${listed(grounds)}`,
      };
    });
  },
});

/** No longer than an alert of a case. */
const LISTED_MAX = 10;
const listed = (all: readonly string[]) =>
  all.length <= LISTED_MAX
    ? all.join(', ')
    : `${all.slice(0, LISTED_MAX).join(', ')} and ${all.length - LISTED_MAX} more`;

/** Large orders that are cancelled soon, while the same account trades a little on the other side. */
export const spoofing = defineRule({
  name: 'Large orders cancelled, fills on the other side',
  about:
    'Large orders are cancelled within seconds, nearly unfilled, while smaller ones of the same account fill on the other side.',
  facts: 'book',
  parameters: {
    least: { label: 'Large from', unit: 'USDT', min: 100, max: 10_000_000, usual: 20_000 },
    seconds: { label: 'Cancelled within', unit: 'seconds', min: 1, max: 600, usual: 30 },
    filled: { label: 'Filled at most', unit: 'percent', min: 0, max: 50, usual: 10 },
    times: { label: 'Larger than the other side, by', unit: 'times', min: 2, max: 100, usual: 5 },
    count: { label: 'How often', unit: 'count', min: 1, max: 1_000, usual: 3 },
    hours: { label: 'Within', unit: 'hours', min: 1, max: 168, usual: 4 },
  },
  windowMs: ({ hours }) => hours * HOUR_MS,
  find({ cancelled, fills }, { least, seconds, filled, times, count, hours }, since) {
    const fake = cancelled.filter((order) => {
      const isSoon = order.at - order.placedAt <= seconds * SECOND_MS;
      if (!isSoon || order.worth < usdt(least) || order.filledPercent > filled) return false;
      const other = otherSide(order, fills);
      return other > 0n && other * BigInt(times) <= order.worth;
    });
    return scan(fake, { ...since, windowMs: hours * HOUR_MS }, (window) => {
      if (window.length < count) return undefined;
      const worth = sum(window.map((order) => order.worth));
      const markets = [...new Set(window.map(({ market }) => market))];
      const span = lasting(window.at(-1)!.at - window[0]!.placedAt);
      return {
        text: `${window.length} orders worth ${money(worth)} in ${listed(markets)} cancelled within ${seconds} s each, with fills on the other side, within ${span}`,
      };
    });
  },
});

/** What filled on the other side of this market while the order stood. */
const otherSide = ({ market, side, placedAt, at }: CancelledOrder, fills: readonly Fill[]) =>
  sum(
    fills
      .filter(
        (fill) =>
          fill.market === market && fill.side !== side && fill.at >= placedAt && fill.at <= at,
      )
      .map(({ worth }) => worth),
  );
