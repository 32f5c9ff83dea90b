/** What operators see of the running system: figures with their lines, instances, price sources, rails, database, incidents. */
import type { OperationsState } from '@tern/protocol/operator';
import type { Waiting } from '../../money/funding/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { OperationsDeps } from './deps.ts';
import type { OpenWork } from './measuring/database-sample.ts';
import { figureKeys } from './measuring/figures.ts';
import { SOURCE_LATE_MS } from './measuring/incidents.ts';
import type { Lines, Span } from './measuring/lines.ts';
import type { Sampler } from './measuring/sampler.ts';
import { showInstances } from './show-instances.ts';
import { readIncidents } from './store.ts';

const INCIDENTS_MAX = 10;

export interface StateDeps extends OperationsDeps {
  readonly sampler: Sampler;
  lines(span: Span): Promise<Lines>;
}

const timeOf = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : isoTime(at);

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

export async function showState(deps: StateDeps, span: Span): Promise<OperationsState> {
  const { database, clock } = deps;
  const now = clock.now();
  const lines = await deps.lines(span);
  const incidents = await readIncidents(database, INCIDENTS_MAX);
  return {
    at: isoTime(now),
    figures: figureKeys.map((key) => figureOut(deps, key, lines)),
    instances: await showInstances(deps),
    sources: deps.measured.sources().map(({ name, classes, lastQuoteAt, isClosed, silent }) => ({
      name,
      classes: [...classes],
      lastQuoteAt: timeOf(lastQuoteAt),
      isClosed,
      isLate: !isClosed && (lastQuoteAt === undefined || now - lastQuoteAt > SOURCE_LATE_MS),
      silent,
    })),
    rails: railsOut(deps),
    database: databaseOut(deps.sampler),
    backup: backupOut(deps),
    // The instance that measures may be of a release that does not know it.
    rewardsWaiting: deps.sampler.database?.rewardsWaiting ?? 0,
    openWork: workOut(deps.sampler.database?.openWork),
    incidents: incidents.map(({ id, kind, subject, beganAt, endedAt, worst }) => ({
      ID: id,
      kind: kind as OperationsState['incidents'][number]['kind'],
      subject,
      beganAt: isoTime(beganAt),
      endedAt: timeOf(endedAt),
      worst,
    })),
  };
}

/** Null: not measured yet. */
function workOut(work: OpenWork | undefined): OperationsState['openWork'] {
  if (work === undefined) return null;
  const waiting = ({ count, since }: Waiting) => ({ count, since: timeOf(since) });
  const { late, unmatched, stuck, capped, hedgingStopped, lowCoins } = work;
  return {
    late: waiting(late),
    unmatched: waiting(unmatched),
    stuck: waiting(stuck),
    capped: waiting(capped),
    hedgingStopped: waiting(hedgingStopped ?? { count: 0, since: null }),
    lowCoins: [...lowCoins],
  };
}

function figureOut({ sampler }: StateDeps, key: (typeof figureKeys)[number], lines: Lines) {
  const { value, at } = sampler.figure(key);
  const { from, stepMs, values, band, unusual } = lines[key];
  return {
    key,
    value: value === null ? null : rounded(value),
    measuredAt: timeOf(at),
    oldestAt: key === 'outbox' ? timeOf(sampler.database?.oldestWaitingAt) : null,
    usual: band === undefined ? null : { low: rounded(band.low), high: rounded(band.high) },
    unusual:
      unusual === undefined
        ? null
        : { since: isoTime(unusual.at), isAbove: unusual.place === 'above' },
    line: { from: isoTime(from), stepMs, values: [...values] },
  };
}

function railsOut({ measured, sampler }: StateDeps): OperationsState['rails'] {
  return measured.rails.map((rail) => {
    const state = sampler.database?.rails.find((each) => each.rail === rail.name);
    return {
      name: rail.name,
      movesRealMoney: rail.movesRealMoney === true,
      chain:
        state === undefined
          ? null
          : {
              network: state.network,
              height: state.height,
              readAt: isoTime(state.readAt),
              confirmations: state.confirmations,
              blocked: state.blocked ?? '',
            },
    };
  });
}

function databaseOut({ database }: Sampler): OperationsState['database'] {
  if (database === undefined) return null;
  const { version, size, longestMs, standbys, answerMs, disk } = database.database;
  return {
    measuredAt: isoTime(database.at),
    version,
    answerMs: rounded(answerMs),
    longestMs: longestMs ?? 0,
    standbys,
    size,
    disk: disk === undefined ? null : { free: disk.free, size: disk.size },
  };
}

function backupOut({ backups }: StateDeps): OperationsState['backup'] {
  if (backups === undefined) return null;
  const { newestAt, archivedAt, fault } = backups.state();
  return { newestAt: timeOf(newestAt), archivedAt: timeOf(archivedAt), fault: fault ?? '' };
}
