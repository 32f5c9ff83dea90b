/** Reads the facts of a kind about members, each list oldest first, with their worth in USDT. */
import { type Amount, negate, notional } from '@tern/money';
import { linksOfPairs } from '../../../kernel/cases/linked-accounts.ts';
import { isBetweenMembers, movesOfMembers } from '../../../kernel/ledger/money-moves.ts';
import { sharedDevices } from '../../../kernel/members/devices.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { MonitoringDeps, Span } from './deps.ts';
import { type FactKind, type Facts, type LinkGround, noFacts } from './facts.ts';

export type FactDeps = Pick<
  MonitoringDeps,
  'instruments' | 'pastWorths' | 'sharedAddresses' | 'orders'
>;

/** Members whose facts are read together: of each there may be thousands. */
const TOGETHER: Readonly<Record<FactKind, number>> = {
  moves: 100,
  addresses: 100,
  devices: 100,
  trades: 20,
  book: 20,
};

export function* together(
  memberIds: readonly number[],
  kind: FactKind,
): Generator<readonly number[]> {
  const count = TOGETHER[kind];
  for (let start = 0; start < memberIds.length; start += count)
    yield memberIds.slice(start, start + count);
}

interface Wanted {
  readonly memberIds: readonly number[];
  readonly span: Span;
}

interface WantedKind extends Wanted {
  readonly kind: FactKind;
}

type Of<Name extends keyof Facts> = ReadonlyMap<number, Facts[Name]>;

/** Facts about each of these members, in their order. */
export async function loadFacts(
  reader: Reader,
  deps: FactDeps,
  wanted: WantedKind,
): Promise<Facts[]> {
  const { memberIds } = wanted;
  if (memberIds.length === 0) return [];
  const parts = await partsOf(reader, deps, wanted);
  return memberIds.map((memberId) => {
    const known = Object.entries(parts).map(([name, of]) => [name, of.get(memberId) ?? []]);
    return { ...noFacts(memberId), ...Object.fromEntries(known) } as Facts;
  });
}

type Parts = { readonly [Name in Exclude<keyof Facts, 'memberId'>]?: Of<Name> };

async function partsOf(reader: Reader, deps: FactDeps, wanted: WantedKind): Promise<Parts> {
  const { memberIds, span, kind } = wanted;
  switch (kind) {
    case 'moves':
      return { moves: await movesOf(reader, deps, wanted) };
    case 'addresses':
      return { sightings: byOwner(await deps.sharedAddresses(reader, memberIds, span)) };
    case 'devices':
      return {
        sightings: byOwner(await reader.many(sharedDevices, [memberIds, span.from, span.until])),
      };
    case 'trades':
      return { trades: await tradesOf(reader, deps, wanted) };
    case 'book':
      return bookOf(reader, deps, wanted);
  }
}

const byOwner = <Row extends { readonly ofMember: number }>(rows: readonly Row[]) =>
  grouped(rows, ({ ofMember }) => ofMember);
const byMember = <Row extends { readonly memberId: number }>(rows: readonly Row[]) =>
  grouped(rows, ({ memberId }) => memberId);

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** At the prices when the hour began: the same in the evaluation and in each replay, and few prices are read. */
const atHour = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

async function movesOf(
  reader: Reader,
  { pastWorths }: FactDeps,
  { memberIds, span }: Wanted,
): Promise<Of<'moves'>> {
  const moves = await reader.many(movesOfMembers, [memberIds, span.from, span.until]);
  const sizes = moves.map(({ asset, amount, at }) => ({
    asset,
    amount: amount < 0n ? negate(amount) : amount,
    effectiveAt: atHour(at),
  }));
  const worths = await pastWorths(reader, sizes);
  return byMember(
    moves.map(({ memberId, amount, kind, at }, index) => ({
      memberId,
      at,
      direction: amount < 0n ? ('out' as const) : ('in' as const),
      isBetweenMembers: isBetweenMembers(kind),
      worth: worths[index]!,
    })),
  );
}

async function tradesOf(
  reader: Reader,
  deps: FactDeps,
  { memberIds, span }: Wanted,
): Promise<Of<'trades'>> {
  const { fills } = await deps.orders.tradingOf(reader, memberIds, span);
  const between = fills.flatMap((fill) =>
    fill.otherId === null ? [] : [{ ...fill, otherId: fill.otherId }],
  );
  const pairs = new Map(
    between.map(({ memberId, otherId }) => [`${memberId} ${otherId}`, { memberId, otherId }]),
  );
  const links = await reader.many(linksOfPairs, [
    [...pairs.values()].map(({ memberId }) => memberId),
    [...pairs.values()].map(({ otherId }) => otherId),
  ]);
  const grounds = new Map(links.map(({ one, other, ground }) => [`${one} ${other}`, ground]));
  const worths = await quoteWorths(reader, deps, between);
  return byMember(
    between.map(({ memberId, otherId, instrumentId, at }, index) => ({
      memberId,
      otherId,
      at,
      market: marketOf(deps, instrumentId),
      ground: (grounds.get(`${memberId} ${otherId}`) ?? null) as LinkGround | null,
      worth: worths[index]!,
    })),
  );
}

async function bookOf(
  reader: Reader,
  deps: FactDeps,
  { memberIds, span }: Wanted,
): Promise<{ cancelled: Of<'cancelled'>; fills: Of<'fills'> }> {
  const { cancelled, fills } = await deps.orders.tradingOf(reader, memberIds, span);
  const sized = cancelled
    .filter(({ at }) => at <= span.until)
    .map((order) => ({ ...order, amount: notional(order.price, order.quantity, 'truncate') }));
  const worths = await quoteWorths(reader, deps, [...sized, ...fills]);
  return {
    cancelled: byMember(
      sized.map(({ memberId, instrumentId, side, quantity, filled, placedAt, at }, index) => ({
        memberId,
        placedAt,
        at,
        market: marketOf(deps, instrumentId),
        side,
        worth: worths[index]!,
        filledPercent: Number((filled * 100n) / quantity),
      })),
    ),
    fills: byMember(
      fills.map(({ memberId, instrumentId, side, at }, index) => ({
        memberId,
        at,
        market: marketOf(deps, instrumentId),
        side,
        worth: worths[sized.length + index]!,
      })),
    ),
  };
}

const marketOf = ({ instruments }: FactDeps, instrumentId: number): string =>
  instruments.findById(instrumentId)?.symbol ?? String(instrumentId);

const quoteWorths = (
  reader: Reader,
  { instruments, pastWorths }: FactDeps,
  rows: readonly { instrumentId: number; amount: Amount; at: number }[],
): Promise<Amount[]> =>
  pastWorths(
    reader,
    rows.map(({ instrumentId, amount, at }) => ({
      asset: instruments.findById(instrumentId)?.quote ?? '',
      amount,
      effectiveAt: atHour(at),
    })),
  );
