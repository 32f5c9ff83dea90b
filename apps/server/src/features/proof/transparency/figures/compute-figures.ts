/** Computes the public figures from one snapshot of the database (ADR 51). Nobody can type one in. */
import { formatDecimal, subtract } from '@tern/money';
import {
  accountAges,
  GROUP_MEMBERS_MIN,
  operatorActs,
  type PublicFigures,
  refusalReasons,
} from '@tern/protocol';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { exchangePositions, newestEntry } from '../../../../kernel/ledger/exchange-position.ts';
import { countActions, isLook, measureHolds } from '../../../../kernel/operators/audit-log.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { newestHeads } from '../store.ts';
import type { FigureSources } from './figure-sources.ts';
import { coverOf, firstMonth, RECENT_MS, UPTIME_MS, uptimeOf } from './rules.ts';
import { findRuns } from './store.ts';
import type { AuditAction, AuditChange } from '@tern/protocol/operator';

export interface ComputeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly assets: AssetRegistry;
  readonly instruments: InstrumentRegistry;
  readonly sources: FigureSources;
}

/** As published, without the moment. Units: `now` epoch milliseconds. */
export function computeFigures(
  deps: ComputeDeps,
  now: number,
): Promise<Omit<PublicFigures, 'computedAt'>> {
  return deps.database.snapshot(async (reader) => {
    const { staked, contracts } = await contractFigures(reader, deps.sources, now);
    return {
      entry: await newestEntry(reader),
      assets: await assetFigures(reader, deps.assets),
      staked,
      withdrawals: await withdrawalFigures(reader, deps.sources, now),
      contracts,
      operators: await operatorFigures(reader, deps.sources, now),
      feeds: await feedFigures(reader, deps, now),
      uptime: await uptimeFigures(reader, now),
      log: await logFigures(reader, deps.sources),
    };
  });
}

/** Short ones first, then in display order; without assets that no member has. */
export async function assetFigures(
  reader: Reader,
  assets: AssetRegistry,
): Promise<PublicFigures['assets']> {
  const positions = new Map(
    (await exchangePositions(reader)).map((position) => [position.asset, position]),
  );
  const rows = assets.all.flatMap(({ code, scale }) => {
    const position = positions.get(code);
    if (position === undefined || (position.owed === 0n && position.held >= 0n)) return [];
    const { owed, held, lent } = position;
    return {
      coinname: code,
      places: scale,
      owed: formatDecimal(owed),
      held: formatDecimal(held),
      house: formatDecimal(subtract(held, owed)),
      lent: formatDecimal(lent),
      cover: coverOf(held, owed),
    };
  });
  const isShort = ({ house }: { house: string }) => house.startsWith('-');
  return [...rows.filter(isShort), ...rows.filter((row) => !isShort(row))];
}

async function withdrawalFigures(
  reader: Reader,
  { withdrawals }: FigureSources,
  now: number,
): Promise<PublicFigures['withdrawals']> {
  const from = now - RECENT_MS;
  const { refused, ...found } = await withdrawals(reader, {
    from,
    to: now,
    membersMin: GROUP_MEMBERS_MIN,
  });
  const known: readonly string[] = refusalReasons;
  const counts = refusalReasons.map((reason) => {
    // A reason that has no name here yet is counted with those that operators wrote.
    const keys =
      reason === 'written' ? [...refused.keys()].filter((key) => !known.includes(key)) : [reason];
    return { reason, count: keys.reduce((sum, key) => sum + (refused.get(key) ?? 0), 0) };
  });
  return {
    from: isoTime(from),
    ...found,
    rails: [...found.rails],
    refused: counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count),
  };
}

async function contractFigures(reader: Reader, { contracts }: FigureSources, now: number) {
  const from = firstMonth(now);
  const found = await contracts(reader, { from, membersMin: GROUP_MEMBERS_MIN });
  const { accounts, months, stakes, ages } = found;
  const figures: PublicFigures['contracts'] = {
    from,
    accounts:
      accounts === undefined ? null : { ...accounts, middle: formatDecimal(accounts.middle) },
    months: [...months],
    stakes: stakes.map((group) => ({ ...group, from: formatDecimal(group.from) })),
    ages: ages.map((group) => ({
      ...group,
      from: accountAges[group.from]!,
      to: accountAges[group.to]!,
    })),
  };
  return { staked: formatDecimal(found.staked), contracts: figures };
}

async function operatorFigures(
  reader: Reader,
  { frozen }: FigureSources,
  now: number,
): Promise<PublicFigures['operators']> {
  const from = now - RECENT_MS;
  const actions = await countActions(reader, { from, to: now });
  const holds = await measureHolds(reader, { from, to: now });
  const acts = operatorActs.map((act) => ({
    act,
    count: actions.reduce(
      (sum, { action, count }) => (actOf(action) === act ? sum + count : sum),
      0,
    ),
  }));
  return { from: isoTime(from), acts, frozenNow: await frozen(reader), ...holds };
}

/** Every class of markets, also one without a gap. */
async function feedFigures(
  reader: Reader,
  { instruments, sources }: ComputeDeps,
  now: number,
): Promise<PublicFigures['feeds']> {
  const from = now - RECENT_MS;
  const gaps = await sources.gaps(reader, from);
  const heads = await newestHeads(
    reader,
    instruments.all.map(({ id }) => id),
  );
  const classes = [...new Set(instruments.all.map((instrument) => instrument.class))];
  return {
    from: isoTime(from),
    ticks: heads.reduce((sum, { toSeq }) => sum + toSeq, 0),
    classes: classes.map(
      (name) =>
        gaps.find((gap) => gap.class === name) ?? { class: name, gaps: 0, missing: 0, longest: 0 },
    ),
  };
}

async function uptimeFigures(reader: Reader, now: number): Promise<PublicFigures['uptime']> {
  const since = now - UPTIME_MS;
  const { from, outages, ...rest } = uptimeOf(await findRuns(reader, since), { from: since, now });
  return {
    ...rest,
    from: isoTime(from),
    outages: outages.map((outage) => ({ from: isoTime(outage.from), to: isoTime(outage.to) })),
  };
}

async function logFigures(reader: Reader, { log }: FigureSources): Promise<PublicFigures['log']> {
  const { size, at, root, witnesses } = await log(reader);
  return {
    size,
    at: isoTime(at),
    root,
    witnesses: witnesses.map((witness) => ({
      ...witness,
      at: witness.at === null ? null : isoTime(witness.at),
    })),
  };
}

type OperatorAct = (typeof operatorActs)[number];

/** Steps on the way to another action are `other`. */
const ACTS: Readonly<Partial<Record<AuditChange, OperatorAct>>> = {
  'review.approve': 'approved',
  'review.reject': 'refused',
  'review.hold': 'held',
  'member.freeze': 'frozen',
  'member.ban': 'banned',
  'manual.propose': 'byHand',
  'setting.propose': 'termsChanged',
  'terms.propose': 'termsChanged',
  'terms.pause': 'paused',
  'market.halt': 'paused',
  'product.propose': 'productsChanged',
  'product.close': 'productsChanged',
  'announcement.publish': 'published',
  'service.answer': 'answered',
};

const actOf = (action: AuditAction): OperatorAct =>
  isLook(action) ? 'looked' : (ACTS[action] ?? 'other');
