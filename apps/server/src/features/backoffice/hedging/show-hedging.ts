/** Hedging as the console shows it: the switch, exposures with their limits, what is at the venue, the last orders. */
import { add, type Amount, decimal, formatDecimal, larger, negate, ZERO } from '@tern/money';
import type { HedgedAsset, HedgeOrder, HedgingStop } from '@tern/protocol/operator';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { HedgingDeps } from './deps.ts';
import { compareWith, exposureIn, hedgedAssets, readPositions, UNIT } from './position.ts';
import { hedgingSettings } from './settings.ts';
import { type Amounts, hedgedSince, newestOrders, report, resumeOf, runningStop } from './store.ts';
import { RESUME } from './switch.ts';

const LISTED = 50;

export function showHedging(deps: HedgingDeps) {
  return deps.database.snapshot(async (reader) => {
    const { balances, reportedAt, errors, fault } = await reader.one(report, []);
    return {
      venue: deps.venue?.name ?? null,
      stop: await stopOut(reader),
      reportedAt: reportedAt === null ? null : isoTime(reportedAt),
      errors,
      fault,
      coins: deps.assets.all.filter(({ kind }) => kind === 'crypto').map(({ code }) => code),
      exposures: await exposuresOf(deps, reader),
      positions: await positionsOf(deps, reader, balances),
      orders: (await reader.many(newestOrders, [LISTED])).map(orderOut),
    };
  });
}

async function stopOut(reader: Reader): Promise<HedgingStop | null> {
  const stop = await reader.maybe(runningStop, []);
  if (stop === undefined) return null;
  const { id, cause, detail, operatorId, beganAt } = stop;
  const logins = await operatorLogins(reader, operatorId === null ? [] : [operatorId]);
  const resume = await reader.maybe(resumeOf, [id]);
  const review = resume && (await reviewOf(reader, RESUME, resume.id));
  return {
    cause: cause as HedgingStop['cause'],
    detail,
    by: operatorId === null ? null : (logins.get(operatorId) ?? ''),
    since: isoTime(beganAt),
    reviewId: review?.id ?? null,
  };
}

/** Each coin with limits, then those without of which the accounts that trade have more or less than nothing. */
async function exposuresOf(deps: HedgingDeps, reader: Reader): Promise<HedgedAsset[]> {
  const positions = await readPositions(reader);
  const limited = new Map(hedgedAssets(deps).map(({ asset, limits }) => [asset, limits]));
  const others = deps.assets.all
    .map(({ code }) => code)
    .filter((code) => code !== UNIT && !limited.has(code))
    .filter((code) => exposureIn(positions, deps, code) !== ZERO);
  const since = deps.clock.now() - DAY_MS;
  const rows: HedgedAsset[] = [];
  for (const asset of [...limited.keys(), ...others]) {
    const limits = limited.get(asset);
    const exposure = exposureIn(positions, deps, asset);
    const target = deps.settings.read(hedgingSettings.targets).get(asset) ?? ZERO;
    const worth = worthOf(deps, asset, exposure);
    const { amount: dayUsed } = await reader.one(hedgedSince, [asset, since]);
    rows.push({
      coinname: asset,
      owned: formatDecimal(add(exposure, target)),
      target: formatDecimal(target),
      exposure: formatDecimal(exposure),
      worth: worth === undefined ? null : formatDecimal(worth),
      exposureMax: limits === undefined ? null : formatDecimal(limits.exposureMax),
      orderMax: limits === undefined ? null : formatDecimal(limits.orderMax),
      dayMax: limits === undefined ? null : formatDecimal(limits.dayMax),
      dayUsed: formatDecimal(dayUsed),
    });
  }
  return rows;
}

/** Of an amount that may be below zero. */
function worthOf(deps: HedgingDeps, asset: string, exposure: Amount): Amount | undefined {
  const worth = deps.worthOf(asset, larger(exposure, negate(exposure)));
  return worth === undefined || exposure >= ZERO ? worth : negate(worth);
}

async function positionsOf(
  deps: HedgingDeps,
  reader: Reader,
  balances: Readonly<Record<string, string>> | null,
) {
  const { atVenue } = await readPositions(reader);
  const reported: Amounts = new Map(
    Object.entries(balances ?? {}).map(([asset, text]) => [asset, decimal<Amount>(text)]),
  );
  return compareWith(deps, atVenue, reported).map((row) => ({
    coinname: row.asset,
    booked: formatDecimal(row.booked),
    reported: balances === null ? null : formatDecimal(row.reported),
    difference: balances === null ? '0' : formatDecimal(row.difference),
    isLarge: balances !== null && row.isLarge,
  }));
}

const orderOut = (row: RowOf<typeof newestOrders>): HedgeOrder => ({
  ID: row.id,
  coinname: row.asset,
  side: row.side as HedgeOrder['side'],
  num: formatDecimal(row.amount),
  price: formatDecimal(row.price),
  filled: formatDecimal(row.filled),
  cash: formatDecimal(row.cash),
  exposure: formatDecimal(row.exposure),
  state: row.state as HedgeOrder['state'],
  reason: row.reason,
  CreatedAt: isoTime(row.createdAt),
});

/** What a second operator should know before hedging goes on, label and text each. */
export async function situationOf(
  deps: HedgingDeps,
  reader: Reader,
): Promise<(readonly [string, string])[]> {
  const { balances } = await reader.one(report, []);
  const differing = (await positionsOf(deps, reader, balances)).filter(({ isLarge }) => isLarge);
  const limited = (await exposuresOf(deps, reader)).filter(
    ({ exposureMax }) => exposureMax !== null,
  );
  return [
    ['Venue', deps.venue?.name ?? 'none is set up'],
    ...limited.map(
      ({ coinname, exposure, exposureMax }) =>
        [`Exposure, ${coinname}`, `${exposure}, at most ${exposureMax ?? ''}`] as const,
    ),
    ...differing.map(
      ({ coinname, booked, reported }) =>
        [`Difference, ${coinname}`, `${booked} by our books, ${reported ?? ''} reported`] as const,
    ),
  ];
}
