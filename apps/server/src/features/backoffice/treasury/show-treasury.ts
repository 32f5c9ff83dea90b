/** The treasury as operators see it: accounts of one coin, coverage of all, revenue of 30 days, moves. */
import { exchangeAccounts, type RecordType, recordTypes } from '@tern/ledger';
import { add, type Amount, formatDecimal, subtract, sum, ZERO } from '@tern/money';
import { incomeAccounts, type TreasuryMove } from '@tern/protocol/operator';
import type { Asset } from '../../../kernel/catalog/assets.ts';
import { receivedByDay, exchangeBalances } from '../../../kernel/ledger/exchange-days.ts';
import { exchangePositions } from '../../../kernel/ledger/exchange-position.ts';
import { networksByAsset } from '../../../kernel/networks/networks.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewsOfSubjects } from '../../../kernel/review/list-reviews.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { assetFigures } from '../../proof/transparency/index.ts';
import type { TreasuryDeps } from './deps.ts';
import { MOVE, MOVE_LETTER } from './move-kind.ts';
import { accountStates, coverNeed, isIncome, neededOf, takeable } from './rules.ts';
import { coverFloor, newestMoves, positionOf } from './store.ts';

const DAYS = 30;
const LISTED_MOVES = 50;

/** @throws not-listed */
export function assetNamed({ assets }: Pick<TreasuryDeps, 'assets'>, coinname: string): Asset {
  const asset = assets.find(coinname.toUpperCase());
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['coinname'] });
  return asset;
}

/** @throws not-listed */
export function showAccounts(deps: TreasuryDeps, coinname: string) {
  const { code, scale, kind } = assetNamed(deps, coinname);
  return deps.database.snapshot(async (reader) => {
    const needs = await deps.needs(reader, deps.clock.now());
    const states = accountStates(
      await exchangeBalances(reader, code),
      needs.filter(({ asset }) => asset === code),
    );
    const position = await reader.one(positionOf, [code, 'fees']);
    const { floor } = await reader.one(coverFloor, []);
    const { held, owed } = position;
    const mustStay = neededOf(states);
    const income = sum(states.filter(({ account }) => isIncome(account)).map((row) => row.balance));
    const networks = kind === 'fiat' ? [] : ((await networksByAsset(reader)).get(code) ?? []);
    return {
      coins: await coinsHeld(deps, reader),
      places: scale,
      networks: deps.mode === 'live' ? networks.map(({ network }) => network) : [],
      own: formatDecimal(subtract(held, owed)),
      owed: formatDecimal(owed),
      held: formatDecimal(held),
      floor: formatDecimal(floor),
      mustStay: formatDecimal(mustStay),
      cover: formatDecimal(coverNeed(owed, floor)),
      free: formatDecimal(takeable(income, position, { mustStay, floor })),
      accounts: states.map((row) => ({
        account: row.account,
        isIncome: isIncome(row.account),
        balance: formatDecimal(row.balance),
        mustStay: formatDecimal(row.mustStay),
        free: formatDecimal(row.free),
      })),
    };
  });
}

async function coinsHeld(
  { assets }: TreasuryDeps,
  reader: Parameters<typeof exchangePositions>[0],
) {
  const known = new Set((await exchangePositions(reader)).map(({ asset }) => asset));
  return assets.all.map(({ code }) => code).filter((code) => known.has(code));
}

/** As the public page computes it. */
export async function showCoverage({ database, assets, clock }: TreasuryDeps) {
  const list = await database.snapshot((reader) => assetFigures(reader, assets));
  return { at: isoTime(clock.now()), list };
}

/** Taking out is no negative income. */
const NO_INCOME: readonly RecordType[] = [recordTypes.revenueTaken];

/** @throws not-listed */
export async function showRevenue(deps: TreasuryDeps, coinname: string) {
  const { code } = assetNamed(deps, coinname);
  const now = deps.clock.now();
  const from = dayOf(now - (DAYS - 1) * DAY_MS);
  const rows = await receivedByDay(deps.database, from, {
    accounts: incomeAccounts.map((account) => exchangeAccounts[account]),
    asset: code,
    without: NO_INCOME,
  });
  const sumOf = <K>(key: (row: (typeof rows)[number]) => K) => {
    const sums = new Map<K, Amount>();
    for (const row of rows) sums.set(key(row), add(sums.get(key(row)) ?? ZERO, row.amount));
    return sums;
  };
  const days = sumOf(({ day }) => day);
  const markets = [...sumOf(({ market }) => market)].filter(([market]) => market !== 0);
  return {
    from,
    total: formatDecimal(sum(rows.map((row) => row.amount))),
    days: Array.from({ length: DAYS }, (_, at) => dayOf(now - (DAYS - 1 - at) * DAY_MS)).map(
      (day) => ({ day, amount: formatDecimal(days.get(day) ?? ZERO) }),
    ),
    kinds: [...sumOf(({ kind }) => kind)]
      .toSorted(largestFirst)
      .map(([kind, amount]) => ({ kind, amount: formatDecimal(amount) })),
    markets: markets.toSorted(largestFirst).map(([market, amount]) => ({
      symbol: deps.instruments.findById(market)?.symbol ?? String(market),
      amount: formatDecimal(amount),
    })),
  };
}

const largestFirst = (one: readonly [unknown, Amount], other: readonly [unknown, Amount]) =>
  one[1] < other[1] ? 1 : -1;

const STATES = { approved: 'agreed', rejected: 'refused' } as const;

export async function listMoves({ database }: TreasuryDeps): Promise<TreasuryMove[]> {
  const moves = await database.many(newestMoves, [LISTED_MOVES]);
  const reviews = await reviewsOfSubjects(
    database,
    moves.map(({ id }) => `${MOVE}:${id}`),
  );
  const logins = await operatorLogins(database, [
    ...moves.map(({ proposedBy }) => proposedBy),
    ...[...reviews.values()].flatMap(({ decidedBy }) => decidedBy ?? []),
  ]);
  return moves.flatMap(({ id, amount, asset, network, createdAt, proposedBy, ...move }) => {
    const review = reviews.get(`${MOVE}:${id}`);
    // Stored in one transaction with it.
    if (review === undefined) return [];
    return {
      recordNo: recordNo(MOVE_LETTER, id),
      reviewId: review.id,
      move: move.move as TreasuryMove['move'],
      account: move.account,
      coinname: asset,
      amount: formatDecimal(amount),
      czline: network,
      reference: move.reference,
      reason: move.reason,
      state: STATES[review.state as keyof typeof STATES] ?? 'waiting',
      by: logins.get(proposedBy) ?? '',
      decidedBy: review.decidedBy === null ? null : (logins.get(review.decidedBy) ?? ''),
      CreatedAt: isoTime(createdAt),
    };
  });
}
