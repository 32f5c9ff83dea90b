/** Incidents open and end by themselves, by what was measured: nobody writes them. */
import { openPeriod } from '../../../../kernel/invariants/progress.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../platform/durations.ts';
import type { SourceState } from '../../../market/pricing/index.ts';
import {
  endIncident,
  type IncidentRow,
  openIncident,
  readNewestMinute,
  readOpenIncidents,
  worsenIncident,
} from '../store.ts';
import { type FigureKey, figureKeys } from './figures.ts';
import type { Lines } from './lines.ts';

/** A figure outside of its range for less is not an incident. */
const UNUSUAL_MS = 5 * MINUTE_MS;
/** A source without a quote for longer. */
export const SOURCE_LATE_MS = 10 * SECOND_MS;
/** Without measurements for longer, the server was away. */
const AWAY_MS = 2 * MINUTE_MS;

/** A condition that lasts. */
export interface Condition {
  readonly kind: 'figure' | 'source' | 'readOnly';
  readonly subject: string;
  readonly since: number;
  /** As in the table. */
  readonly worst: number | null;
  /** Less is worse: a figure below its usual range. */
  readonly isLow?: boolean;
}

/** What is outside of the usual now. Pure. */
export function conditionsOf(
  now: number,
  seen: {
    readonly lines: Lines;
    readonly value: (key: FigureKey) => number | null;
    readonly sources: readonly SourceState[];
  },
): Condition[] {
  const conditions: Condition[] = [];
  for (const key of figureKeys) {
    const { unusual } = seen.lines[key];
    if (unusual === undefined || now - unusual.at < UNUSUAL_MS) continue;
    const worst = Math.round((seen.value(key) ?? 0) * 1_000);
    const isLow = unusual.place === 'below';
    conditions.push({ kind: 'figure', subject: key, since: unusual.at, worst, isLow });
  }
  for (const { name, lastQuoteAt, isClosed } of seen.sources) {
    if (isClosed || lastQuoteAt === undefined || now - lastQuoteAt <= SOURCE_LATE_MS) continue;
    conditions.push({
      kind: 'source',
      subject: name,
      since: lastQuoteAt,
      worst: now - lastQuoteAt,
    });
  }
  return conditions;
}

/** Begins with read-only mode, in its transaction: there is no mode without its incident. */
export async function openReadOnlyIncident(tx: Tx, at: number): Promise<void> {
  await tx.run(openIncident, ['readOnly', '', at, null, null]);
}

/** From the database: an instance knows of the mode up to a second late, and would end its incident. */
async function readOnlyCondition(tx: Tx): Promise<Condition[]> {
  const period = await tx.maybe(openPeriod, []);
  if (period === undefined) return [];
  return [{ kind: 'readOnly', subject: '', since: period.beganAt, worst: null }];
}

const isAbout = (incident: IncidentRow, { kind, subject }: Condition) =>
  incident.kind === kind && incident.subject === subject;

/** Opens what is new, notes what became worse, ends what has passed. */
export function updateIncidents(
  database: Database,
  measured: readonly Condition[],
  now: number,
): Promise<void> {
  return database.transaction(async (tx) => {
    // Before the mode is read: an incident that is seen here has its period.
    const open = await readOpenIncidents(tx);
    const conditions = [...measured, ...(await readOnlyCondition(tx))];
    for (const incident of open) {
      const lasting = conditions.find((each) => isAbout(incident, each));
      if (lasting === undefined) await tx.run(endIncident, [incident.id, now]);
      else await worsen(tx, incident, lasting);
    }
    for (const each of conditions) {
      if (open.some((incident) => isAbout(incident, each))) continue;
      await tx.run(openIncident, [each.kind, each.subject, each.since, null, each.worst]);
    }
  });
}

async function worsen(tx: Tx, { id, worst }: IncidentRow, now: Condition): Promise<void> {
  if (now.worst === null) return;
  const isWorse = worst === null || (now.isLow === true ? now.worst < worst : now.worst > worst);
  if (isWorse) await tx.run(worsenIncident, [id, now.worst]);
}

/** At the start: the time without measurements since the last one is an incident that has ended. */
export async function noteAbsence(database: Database, now: number): Promise<void> {
  const newest = await readNewestMinute(database);
  if (newest === null || now - newest <= MINUTE_MS + AWAY_MS) return;
  await database.transaction((tx) =>
    tx.run(openIncident, ['away', '', newest + MINUTE_MS, now, null]),
  );
}
