/** Caps on what leaves within 24 hours: one operator lowers one, two raise it (ADR 106). */
import { type Amount, fitsScale, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { propose, proposalKind, type ProposalDeps } from '../../../../kernel/review/proposals.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import {
  isCheckViolation,
  isUniqueViolation,
} from '../../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { isLower } from './rules.ts';
import {
  ALL_COINS,
  type CapChange,
  capOf,
  changeById,
  decideChange,
  insertChange,
  insertLowering,
  openChangeOf,
  putCap,
} from './store.ts';

export const CAP = 'cap';
/** Of the cap of all coins. */
export const ALL_UNIT = 'USDT';

export interface CapInput {
  /** Absent: of all coins together, in USDT. */
  coinname: string | undefined;
  /** Absent: no cap. */
  cap: string | number | undefined;
  reason: string;
}

export type CapDeps = ProposalDeps & Deps<'assets'>;

/**
 * Sets a lower cap, or proposes a higher one, or none. Returns the id of the review that awaits the second operator, null when the
 * cap is in force.
 * @throws not-listed, invalid-request naming the field, also for the cap that is in force, already-decided beside another proposal or a newer cap
 */
export async function setCap(
  deps: CapDeps,
  actor: Reviewer,
  input: CapInput,
): Promise<number | null> {
  const { asset, cap } = readCap(deps, input);
  const reason = readReason(input.reason);
  const content = { asset, cap, reason, proposedBy: actor.operatorId };
  const before = await capNow(deps.database, asset);
  // None to none.
  if (cap === before) throw new Refusal('invalid-request', { fields: ['cap'] });
  if (isLower(cap, before)) {
    await lower(deps, actor, content);
    return null;
  }
  return propose(deps, actor, async (tx) => ({
    kind: CAP,
    earlier: await tx.maybe(openChangeOf, [asset]),
    content: { asset, cap, reason },
    async insert(at) {
      const row = await insertChange(tx, { ...content, createdAt: at }).catch(decidedMeanwhile);
      return { id: row.id, ...about(row), log: logOf('cap.propose', row, before) };
    },
  }));
}

/** For the queue, which shows an amount: of no cap, nothing. */
const about = ({ asset, cap }: CapChange) => ({
  memberId: null,
  asset: asset === ALL_COINS ? ALL_UNIT : asset,
  amount: cap ?? ZERO,
});

function readCap({ assets }: CapDeps, { coinname, cap }: CapInput) {
  const asset = coinname === undefined ? undefined : assets.find(coinname.toUpperCase());
  if (coinname !== undefined && asset?.kind !== 'crypto') {
    throw new Refusal('not-listed', { fields: ['coinname'] });
  }
  const scale = asset?.scale ?? assets.find(ALL_UNIT)!.scale;
  if (cap === undefined) return { asset: asset?.code ?? ALL_COINS, cap: null };
  const amount = parseDecimal<Amount>(String(cap));
  if (amount === undefined || amount < ZERO || !fitsScale(amount, scale)) {
    throw new Refusal('invalid-request', { fields: ['cap'] });
  }
  return { asset: asset?.code ?? ALL_COINS, cap: amount };
}

/** Null: there is none. */
const capNow = async (reader: Reader, asset: string): Promise<Amount | null> =>
  (await reader.maybe(capOf, [asset]))?.cap ?? null;

const textOf = (cap: Amount | null) => (cap === null ? null : formatDecimal(cap));

function logOf(action: 'cap.propose' | 'cap.lower', row: CapChange, before: Amount | null) {
  const detail = { asset: row.asset, cap: textOf(row.cap), before: textOf(before) };
  return { action, subject: `${CAP}:${row.id}`, detail };
}

function lower(
  { database, clock }: CapDeps,
  actor: Reviewer,
  content: Omit<CapChange, 'id' | 'createdAt'>,
): Promise<void> {
  return database.transaction(async (tx) => {
    const at = clock.now();
    const before = await capNow(tx, content.asset);
    const row = await insertLowering(tx, { ...content, createdAt: at });
    await put(tx, row, at);
    await logAct(tx, { actor, reason: content.reason, ...logOf('cap.lower', row, before) }, at);
  });
}

/** @throws already-decided when the cap has changed meanwhile */
async function put(tx: Tx, { id, asset, cap }: CapChange, at: number): Promise<void> {
  await tx.run(putCap, [asset, cap, id, at]).catch(decidedMeanwhile);
}

function decidedMeanwhile(error: unknown): never {
  const isLate =
    isUniqueViolation(error, 'outflow_cap_changes_one') ||
    isCheckViolation(error, 'outflow_caps_as_proposed') ||
    isCheckViolation(error, 'outflow_caps_two_people');
  throw isLate ? new Refusal('already-decided') : error;
}

interface Subject {
  change: CapChange;
  /** In force now; null: none. */
  before: Amount | null;
}

/** The review of a higher cap, or of none. */
export function capKind(): ReviewKind {
  return proposalKind<Subject>({
    kind: CAP,
    letter: 'CP',
    async read(reader, id) {
      const change = await reader.one(changeById, [id]);
      return { change, before: await capNow(reader, change.asset) };
    },
    // With the cap of now: a change meanwhile must be looked at again.
    facts: ({ change: { asset, cap, reason }, before }) => ({ asset, cap, reason, before }),
    checks: () => Promise.resolve([]),
    evidence({ change: { asset, cap }, before }) {
      const unit = asset === ALL_COINS ? ALL_UNIT : asset;
      const shown = (value: Amount | null) =>
        value === null ? 'no cap' : `${formatDecimal(value)} ${unit}`;
      return {
        summary: `${asset === ALL_COINS ? 'All coins' : asset} · at most this leaves in 24 hours`,
        columns: ['Now', 'After'],
        rows: [comparisonRow('Cap of 24 hours', [shown(before), shown(cap)], false)],
        images: [],
      };
    },
    texts: ({ change: { reason } }) => ({ reason }),
    async approve(tx, { subjectId, at }) {
      const change = await tx.one(changeById, [subjectId]);
      await tx.run(decideChange, [subjectId, 'carried', at]);
      await put(tx, change, at);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(decideChange, [subjectId, 'dropped', at]);
    },
  });
}
