/**
 * Changes of limits and fees: proposed, approved by a second operator, announced, and in force from their time (ADR
 * 25).
 */
import { changedLines, type MessageCode } from '@tern/protocol/operator';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  type ComparisonRow,
  comparisonRow,
  type Decision,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import {
  type Document,
  putSetting,
  settingByKey,
  type Settings,
  storedSettings,
  wholeNumber,
} from '../../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import {
  announceVersion,
  insertVersion,
  type SettingVersion,
  setVersionState,
  versionById,
} from '../store-proposals.ts';

const SETTING = 'setting';

export interface SettingDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
}

export interface SettingProposal {
  key: string;
  /** JSON. */
  value: string;
  /** Epoch ms. */
  effectiveAt: number;
  /** What members read; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
}

/** @throws invalid-request, with the possible values in `data.range`, for a value that the setting does not allow */
function readValue(
  setting: { range: string; parse(value: unknown): unknown },
  json: string,
): Document {
  try {
    const value = JSON.parse(json) as Document;
    setting.parse(value);
    return value;
  } catch {
    throw new Refusal('invalid-request', { fields: ['value'], data: { range: setting.range } });
  }
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws invalid-request naming the field (also for too short a notice), not-found for an unknown setting
 */
export async function proposeSetting(
  deps: SettingDeps,
  actor: Reviewer,
  proposal: SettingProposal,
): Promise<number> {
  const { key, effectiveAt } = proposal;
  const reason = readReason(proposal.reason);
  const message = readMessage('terms', proposal.message);
  const setting = settingByKey(key);
  if (setting === undefined) throw new Refusal('not-found', { fields: ['key'] });
  const value = readValue(setting, proposal.value);
  const at = deps.clock.now();
  if (effectiveAt < at + noticeMs(deps))
    throw new Refusal('invalid-request', { fields: ['effectiveAt'] });
  const reviewId = await deps.database.transaction(async (tx) => {
    const { operatorId } = actor;
    const announced = { key, value, message, reason, effectiveAt, proposedBy: operatorId };
    const { id } = await insertVersion(tx, { ...announced, createdAt: at });
    const replaced = (await valueInForce(tx, key)) as Document;
    const detail = {
      key,
      setting: setting.name,
      value,
      replaced,
      effectiveAt: isoTime(effectiveAt),
    };
    const subject = `setting:${id}`;
    await logAct(tx, { actor, action: 'setting.propose', subject, reason, detail }, at);
    const about = { kind: SETTING, subjectId: id, memberId: null };
    return deps.reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

async function versionOf(reader: Reader, id: number): Promise<SettingVersion> {
  const version = await reader.maybe(versionById, [id]);
  if (version === undefined) throw new Error(`no setting version ${id}`);
  return version;
}

export function settingKind(deps: Pick<SettingDeps, 'settings'>): ReviewKind {
  return {
    kind: SETTING,
    letter: 'G',
    movesMoney: false,
    approvals: 2,
    async facts(reader, subjectId) {
      const { key, value, effectiveAt, message, reason } = await versionOf(reader, subjectId);
      const change = { key, value: JSON.stringify(value), effectiveAt: isoTime(effectiveAt) };
      return { ...change, message, reason };
    },
    checks: () => Promise.resolve([]),
    async evidence(reader, subjectId) {
      const { key, value, reason } = await versionOf(reader, subjectId);
      const inForce = await valueInForce(reader, key);
      return {
        summary: reason,
        columns: ['Now', 'Proposed'],
        rows: changedRows(key, inForce, value),
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      const { effectiveAt } = await versionOf(tx, subjectId);
      // Members get the full notice, even after a late approval.
      const from = Math.max(effectiveAt, at + noticeMs(deps));
      await tx.run(announceVersion, [subjectId, at, from]);
    },
    reject: async (tx, decision) => dismiss(tx, decision),
  };
}

/** Before and after, by the names that people read; the only value under the name of the setting. */
function changedRows(key: string, before: unknown, after: unknown): ComparisonRow[] {
  const setting = settingByKey(key);
  if (setting === undefined) return [];
  const { name, form } = setting;
  return changedLines(form, before, after).map(({ what, from, to }) =>
    comparisonRow(what === '' ? name : `${name}, ${what}`, [from || null, to || null]),
  );
}

async function dismiss(tx: Tx, { subjectId }: Decision): Promise<void> {
  const { effectiveAt } = await versionOf(tx, subjectId);
  await tx.run(setVersionState, [subjectId, 'rejected', effectiveAt]);
}

/** The current value. */
async function valueInForce(reader: Reader, key: string): Promise<unknown> {
  const stored = await storedSettings(reader);
  return stored.get(key) ?? settingByKey(key)?.document ?? null;
}

/** Applies a due version, in force from the next refresh. Returns the replaced value. */
export async function putSettingVersion(
  tx: Tx,
  { id, key, value, reason }: SettingVersion,
  at: number,
): Promise<Document> {
  const replaced = (await valueInForce(tx, key)) as Document;
  await putSetting(tx, { key, value }, at);
  const entry = {
    actor: undefined,
    action: 'setting.apply' as const,
    subject: `setting:${id}`,
    reason,
  };
  await logAct(
    tx,
    { ...entry, detail: { key, setting: settingByKey(key)?.name ?? '', value, replaced } },
    at,
  );
  return replaced;
}

/** No setting lowers this. */
const NOTICE_MIN = 60;

const noticeMinutes = wholeNumber({
  key: 'operators.noticeMinutes',
  name: 'Notice of a change',
  effect:
    'A change of limits and fees takes effect this long after its announcement at the earliest.',
  unit: 'min',
  fallback: NOTICE_MIN,
  min: NOTICE_MIN,
  why: 'members need an hour at least to act on an announcement',
});

/** The notice period of changes of limits and fees, in ms. */
export function noticeMs({ settings }: { settings: Settings }): number {
  return Math.max(settings.read(noticeMinutes), NOTICE_MIN) * 60_000;
}
