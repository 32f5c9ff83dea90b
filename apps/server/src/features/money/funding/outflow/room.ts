/** Whether there is room under the caps of 24 hours, and from when. */
import { type Amount, ZERO } from '@tern/money';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import type { ReviewCheck } from '../../../../kernel/review/review-kind.ts';
import { fitsFrom, type Left } from './rules.ts';
import { ALL_COINS, capsInForce, type Outflow, outflowsSince, worthOf } from './store.ts';

/** Caps in force by asset, and what left in the 24 hours before `now`, in epoch ms. */
export interface Window {
  caps: ReadonlyMap<string, Amount>;
  outflows: readonly Outflow[];
  now: number;
}

export async function windowAt(reader: Reader, now: number): Promise<Window> {
  const caps = await reader.many(capsInForce, []);
  return {
    caps: new Map(caps.map(({ asset, cap }) => [asset, cap ?? ZERO] as const)),
    outflows: await reader.many(outflowsSince, [now - DAY_MS]),
    now,
  };
}

/** What left of a coin, or of all in USDT; what had no price counts nothing there. */
export const leftOf = (outflows: readonly Outflow[], coin: string): Left[] =>
  coin === ALL_COINS
    ? outflows.map(({ worth, at }) => ({ amount: worth ?? ZERO, at }))
    : outflows.filter(({ asset }) => asset === coin);

interface Leaving {
  asset: string;
  /** Without the fee. */
  leaves: Amount;
  /** In USDT; null without a price. */
  worth: Amount | null;
}

/** From when it fits under both caps, if nothing else leaves; undefined: never by itself. */
function roomFrom(
  { asset, leaves, worth }: Leaving,
  { caps, outflows, now }: Window,
): number | undefined {
  const from = (coin: string, amount: Amount | null) => {
    const cap = caps.get(coin);
    if (cap === undefined) return now;
    return amount === null ? undefined : fitsFrom(leftOf(outflows, coin), { amount, cap, now });
  };
  const ofCoin = from(asset, leaves);
  const ofAll = from(ALL_COINS, worth);
  return ofCoin === undefined || ofAll === undefined ? undefined : Math.max(ofCoin, ofAll);
}

/** The same of several that wait, in the order in which they leave: each after those of its coin before it that have room. */
export function roomInTurn(waiting: readonly Leaving[], window: Window): (number | undefined)[] {
  const outflows = [...window.outflows];
  const turns = new Map<string, number>();
  return waiting.map((each) => {
    const alone = roomFrom(each, { ...window, outflows });
    if (alone === undefined) return undefined;
    const { asset, leaves, worth } = each;
    const at = Math.max(alone, turns.get(asset) ?? 0);
    turns.set(asset, at);
    outflows.push({ asset, amount: leaves, worth, at });
    return at;
  });
}

/** For the review of a withdrawal: approved, it would wait. */
export async function roomCheck(
  reader: Reader,
  { asset, leaves }: Pick<Leaving, 'asset' | 'leaves'>,
  now: number,
): Promise<ReviewCheck> {
  const window = await windowAt(reader, now);
  const { worth } = await reader.one(worthOf, [asset, leaves]);
  const from = roomFrom({ asset, leaves, worth }, window);
  const name = 'room-under-cap';
  if (from === now) return { name, isPassed: true, level: 'warning' };
  const detail = from === undefined ? 'above the cap alone' : `room from ${isoTime(from)}`;
  return { name, isPassed: false, level: 'warning', detail };
}
