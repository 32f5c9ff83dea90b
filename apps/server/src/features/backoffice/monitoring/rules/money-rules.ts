/** Rules about money that comes and goes. */
import { sum } from '@tern/money';
import { DAY_MS, HOUR_MS } from '../../../../platform/durations.ts';
import type { Move } from '../facts.ts';
import { defineRule, isShare, lasting, money, scan, usdt } from './rule.ts';

const worthOf = (moves: readonly Move[]) => sum(moves.map(({ worth }) => worth));
const spanOf = (moves: readonly Move[]) => lasting(moves.at(-1)!.at - moves[0]!.at);

/** Several movements in one direction, each a little smaller than a limit. */
export const structuring = defineRule({
  name: 'Amounts just under a limit',
  about:
    'Several deposits, or several withdrawals, each a little smaller than the limit from which someone asks.',
  facts: 'moves',
  parameters: {
    limit: { label: 'Limit', unit: 'USDT', min: 100, max: 10_000_000, usual: 10_000 },
    from: { label: 'Just under it from', unit: 'percent', min: 50, max: 99, usual: 80 },
    count: { label: 'How many', unit: 'count', min: 2, max: 100, usual: 3 },
    hours: { label: 'Within', unit: 'hours', min: 1, max: 720, usual: 72 },
  },
  windowMs: ({ hours }) => hours * HOUR_MS,
  find({ moves }, { limit, from, count, hours }, since) {
    const most = usdt(limit);
    const under = moves.filter(
      ({ isBetweenMembers, worth }) =>
        !isBetweenMembers && worth < most && isShare(worth, most, from),
    );
    return scan(under, { ...since, windowMs: hours * HOUR_MS }, (window) => {
      const { direction } = window.at(-1)!;
      const alike = window.filter((move) => move.direction === direction);
      if (alike.length < count) return undefined;
      const what = direction === 'in' ? 'deposits' : 'withdrawals';
      return {
        since: alike[0]!.at,
        text: `${alike.length} ${what} under ${money(most)} within ${spanOf(alike)}, together ${money(worthOf(alike))}`,
      };
    });
  },
});

/** What comes in leaves soon. */
export const inAndOut = defineRule({
  name: 'In and out',
  about: 'Most of what came in leaves again within hours.',
  facts: 'moves',
  parameters: {
    least: { label: 'Came in, at least', unit: 'USDT', min: 100, max: 10_000_000, usual: 5_000 },
    share: { label: 'Of it left', unit: 'percent', min: 50, max: 100, usual: 90 },
    hours: { label: 'Within', unit: 'hours', min: 1, max: 168, usual: 24 },
  },
  windowMs: ({ hours }) => hours * HOUR_MS,
  find({ moves }, { least, share, hours }, since) {
    return scan(moves, { ...since, windowMs: hours * HOUR_MS }, (window) => {
      if (window.at(-1)!.direction === 'in') return undefined;
      const begin = window.findIndex(({ direction }) => direction === 'in');
      if (begin < 0) return undefined;
      const passed = window.slice(begin);
      const came = worthOf(passed.filter(({ direction }) => direction === 'in'));
      const left = worthOf(passed.filter(({ direction }) => direction === 'out'));
      if (came < usdt(least) || !isShare(left, came, share)) return undefined;
      return {
        since: passed[0]!.at,
        text: `${money(came)} came in and ${money(left)} left within ${spanOf(passed)}`,
      };
    });
  },
});

/** Far more in a day than on any day before. */
export const volumeJump = defineRule({
  name: 'Far more than before',
  about:
    'More money comes and goes within 24 hours than on any day of the customer’s own past, by a factor.',
  facts: 'moves',
  parameters: {
    least: {
      label: 'In 24 hours, at least',
      unit: 'USDT',
      min: 100,
      max: 10_000_000,
      usual: 10_000,
    },
    times: { label: 'More than the largest day, by', unit: 'times', min: 2, max: 1_000, usual: 5 },
    days: { label: 'Past that counts', unit: 'days', min: 7, max: 365, usual: 90 },
    moves: { label: 'Movements in it, at least', unit: 'count', min: 1, max: 100, usual: 3 },
  },
  windowMs: ({ days }) => (days + 1) * DAY_MS,
  find({ moves }, { least, times, days, moves: known }, since) {
    return scan(moves, { ...since, windowMs: DAY_MS }, (window) => {
      const now = worthOf(window);
      if (now < usdt(least)) return undefined;
      const { at } = window.at(-1)!;
      // What was found before is of the past, so that one jump is found once.
      const past = moves.filter(
        (move) => move.at < window[0]!.at && move.at > at - (days + 1) * DAY_MS,
      );
      if (past.length < known) return undefined;
      const largest = largestDay(past);
      if (now < largest * BigInt(times)) return undefined;
      return {
        text: `${money(now)} within ${spanOf(window)}; the largest day before had ${money(largest)}`,
      };
    });
  },
});

/** By UTC day. A heavy member's past is added up for each of a thousand movements: days are numbers here. */
function largestDay(moves: readonly Move[]): bigint {
  const days = new Map<number, bigint>();
  for (const { at, worth } of moves) {
    const day = Math.floor(at / DAY_MS);
    days.set(day, (days.get(day) ?? 0n) + worth);
  }
  return [...days.values()].reduce((most, one) => (one > most ? one : most), 0n);
}
