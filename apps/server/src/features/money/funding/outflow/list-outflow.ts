/** What left within 24 hours of its caps, and what waits, as the console shows it. */
import { formatDecimal } from '@tern/money';
import type { OutflowCap, WaitingWithdrawal } from '@tern/protocol/operator';
import { reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { withdrawals } from '../withdrawal/withdrawals.ts';
import { ALL_UNIT, CAP } from './caps.ts';
import { RELEASE } from './releases.ts';
import { leftOf, roomInTurn, type Window, windowAt } from './room.ts';
import { outOf } from './rules.ts';
import { ALL_COINS, openChangeOf, type WaitingRow, waitingPages } from './store.ts';

/** More waiting ones are counted, not listed. */
const LISTED = 100;

/** Each coin that left or has a cap; first all coins together. */
export function showOutflow({ database, clock, assets }: Deps<'database' | 'clock' | 'assets'>) {
  return database.snapshot(async (reader) => {
    const now = clock.now();
    const window = await windowAt(reader, now);
    const { caps, outflows } = window;
    const waiting = await reader.many(waitingPages.list, [LISTED, 0]);
    const { total } = await reader.one(waitingPages.count, []);
    const named = new Set([...caps.keys(), ...outflows.map(({ asset }) => asset)]);
    named.delete(ALL_COINS);
    const known = [ALL_COINS, ...[...named].toSorted()];
    const list: OutflowCap[] = [];
    for (const coin of known) {
      list.push(await rowOf(reader, coin, { ...window, waiting }));
    }
    const waits: WaitingWithdrawal[] = [];
    const rooms = roomInTurn(waiting, window);
    for (const [at, each] of waiting.entries())
      waits.push(await waitingOf(reader, each, rooms[at]));
    const coins = assets.all.filter(({ kind }) => kind === 'crypto').map(({ code }) => code);
    return { coins, list, waiting: waits, waitingTotal: total };
  });
}

async function rowOf(
  reader: Reader,
  coin: string,
  { caps, outflows, now, waiting }: Window & { waiting: readonly WaitingRow[] },
): Promise<OutflowCap> {
  const cap = caps.get(coin);
  const proposed = await reader.maybe(openChangeOf, [coin]);
  const review = proposed && (await reviewOf(reader, CAP, proposed.id));
  return {
    coinname: coin === ALL_COINS ? ALL_UNIT : coin,
    isAll: coin === ALL_COINS,
    cap: cap === undefined ? null : formatDecimal(cap),
    out: formatDecimal(outOf(leftOf(outflows, coin), now)),
    waiting: waiting.filter(({ asset }) => coin === ALL_COINS || asset === coin).length,
    proposed:
      proposed === undefined || review === undefined
        ? null
        : { cap: proposed.cap === null ? null : formatDecimal(proposed.cap), reviewId: review.id },
  };
}

async function waitingOf(
  reader: Reader,
  row: WaitingRow,
  until: number | undefined,
): Promise<WaitingWithdrawal> {
  const { id, memberId, asset, network, leaves, approvedAt, releaseId } = row;
  const review = releaseId === null ? undefined : await reviewOf(reader, RELEASE, releaseId);
  return {
    ID: id,
    recordNo: recordNoOf(withdrawals, id),
    memberId,
    coinname: asset,
    czline: network,
    actual: formatDecimal(leaves),
    approvedAt: isoTime(approvedAt),
    fitsFrom: until === undefined ? null : isoTime(until),
    reviewId: review?.id ?? null,
  };
}
