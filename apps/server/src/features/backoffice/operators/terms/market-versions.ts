/** Versions of the terms of markets: proposed, agreed by a second operator, announced, followed by every instance (ADR 25). */
import { formatDecimal, percentOf } from '@tern/money';
import type { MarketVersion, MessageCode } from '@tern/protocol/operator';
import type { Instrument, InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import {
  type MarketTerms,
  type MarketTermsVersion,
  marketTermsFields,
  termsAt,
} from '../../../../kernel/catalog/market-terms.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { agreedSubjects, reviewOf } from '../../../../kernel/review/list-reviews.ts';
import { comparisonRow, type ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Review } from '../../../../kernel/review/review-rows.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Document, Settings } from '../../../../kernel/settings/settings.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import { noticeMs } from '../proposals/setting-versions.ts';
import {
  announcedMarketVersions,
  announceVersion,
  insertVersion,
  marketVersionsOf,
  type SettingVersion,
  setVersionState,
  versionById,
} from '../store-proposals.ts';
import {
  keyOfMarket,
  MARKET_LABELS,
  marketChanges,
  marketDocumentOf,
  marketFieldsOf,
  marketStepOf,
  type MarketTermsInput,
  readMarketChange,
  symbolOfKey,
} from './market-document.ts';

const MARKET_TERMS = 'marketTerms';

export interface MarketVersionDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
  instruments: InstrumentRegistry;
}

export interface MarketTermsProposal {
  symbol: string;
  /** Changed fields only; ratios. */
  fields: MarketTermsInput;
  /** Epoch ms. */
  effectiveAt: number;
  /** What members read; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws not-listed, invalid-request naming the field (also for too short a notice, and `symbol` for a change of nothing)
 */
export async function proposeMarketTerms(
  deps: MarketVersionDeps,
  actor: Reviewer,
  proposal: MarketTermsProposal,
): Promise<number> {
  const { effectiveAt } = proposal;
  const reason = readReason(proposal.reason);
  const message = readMessage('terms', proposal.message);
  const { symbol } = listedMarket(deps, proposal.symbol);
  const change = readMarketChange(proposal.fields);
  const at = deps.clock.now();
  if (effectiveAt < at + noticeMs(deps))
    throw new Refusal('invalid-request', { fields: ['effectiveAt'] });
  const reviewId = await deps.database.transaction(async (tx) => {
    const before = await termsReadAt(tx, deps, { symbol, at: effectiveAt });
    if (marketFieldsOf(change).every((field) => change[field] === before[field]))
      throw new Refusal('invalid-request', { fields: ['symbol'] });
    const { operatorId } = actor;
    const key = keyOfMarket(symbol);
    const value = marketDocumentOf(change);
    const announced = { key, value, message, reason, effectiveAt, proposedBy: operatorId };
    const { id } = await insertVersion(tx, { ...announced, createdAt: at });
    const replaced = partOf(before, change);
    const detail = { key, value, replaced, effectiveAt: isoTime(effectiveAt) };
    const act = { actor, action: 'terms.propose' as const, subject: `terms:${id}` };
    await logAct(tx, { ...act, reason, detail }, at);
    const about = { kind: MARKET_TERMS, subjectId: id, memberId: null };
    return deps.reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

/** @throws not-listed */
function listedMarket({ instruments }: Pick<MarketVersionDeps, 'instruments'>, symbol: string) {
  const instrument = instruments.find(symbol);
  if (instrument === undefined) throw new Refusal('not-listed', { fields: ['symbol'] });
  return instrument;
}

const partOf = (terms: MarketTerms, change: Partial<MarketTerms>) =>
  marketDocumentOf(
    Object.fromEntries(marketFieldsOf(change).map((field) => [field, terms[field]])),
  );

/** Announced without an agreement of two operators, a version has no effect. */
async function agreedVersions(reader: Reader): Promise<SettingVersion[]> {
  const announced = await reader.many(announcedMarketVersions, []);
  if (announced.length === 0) return [];
  const agreed = await agreedSubjects(reader, MARKET_TERMS);
  return announced.filter(({ id }) => agreed.has(id));
}

/** By the versions as the database has them now. @throws not-listed */
async function termsReadAt(
  reader: Reader,
  deps: Pick<MarketVersionDeps, 'instruments'>,
  { symbol, at }: { symbol: string; at: number },
): Promise<MarketTerms> {
  const instrument = listedMarket(deps, symbol);
  const all = await agreedVersions(reader);
  const versions = all.filter(({ key }) => key === keyOfMarket(symbol)).map(marketStepOf);
  return termsAt({ ...instrument, versions }, at);
}

/** The review of a proposal. Any two changes of a market are possible together, so nothing is checked again. */
export function marketTermsKind(
  deps: Pick<MarketVersionDeps, 'settings' | 'instruments'>,
): ReviewKind {
  const read = (reader: Reader, id: number) => reader.one(versionById, [id]);
  return {
    kind: MARKET_TERMS,
    letter: 'Z',
    movesMoney: false,
    approvals: 2,
    async facts(reader, id) {
      const { key, value, effectiveAt, message, reason } = await read(reader, id);
      const change = value as Record<string, string>;
      return { key, ...change, effectiveAt: isoTime(effectiveAt), message, reason };
    },
    checks: () => Promise.resolve([]),
    async evidence(reader, id) {
      const version = await read(reader, id);
      const { key, effectiveAt, reason } = version;
      const symbol = symbolOfKey(key) ?? '';
      const before = await termsReadAt(reader, deps, { symbol, at: effectiveAt - 1 });
      return {
        summary: `${marketName(listedMarket(deps, symbol))} · ${reason}`,
        columns: ['Just before', 'Proposed'],
        rows: marketChanges(version, before).map(({ field, from, to }) =>
          comparisonRow(MARKET_LABELS[field], [`${percentOf(from)}%`, `${percentOf(to)}%`]),
        ),
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      const { effectiveAt } = await read(tx, subjectId);
      // Members get the full notice, even after a late approval.
      const from = Math.max(effectiveAt, at + noticeMs(deps));
      await tx.run(announceVersion, [subjectId, at, from]);
    },
    async reject(tx, { subjectId }) {
      const { effectiveAt } = await read(tx, subjectId);
      await tx.run(setVersionState, [subjectId, 'rejected', effectiveAt]);
    },
  };
}

export const marketName = ({ base, quote }: Pick<Instrument, 'base' | 'quote'>) =>
  `${base}/${quote}`;

/** Gives the instruments of this instance all agreed versions, long before their time. */
export async function followMarketVersions({
  database,
  instruments,
}: Pick<MarketVersionDeps, 'database' | 'instruments'>): Promise<void> {
  const bySymbol = new Map<string, MarketTermsVersion[]>();
  for (const version of await agreedVersions(database)) {
    const symbol = symbolOfKey(version.key) ?? '';
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), marketStepOf(version)]);
  }
  for (const { id, symbol, versions } of instruments.all) {
    const agreed = bySymbol.get(symbol);
    if (agreed !== undefined || versions !== undefined) instruments.setVersions(id, agreed ?? []);
  }
}

/** Records that a version is in force, which it is in every instance by its clock. Returns the replaced values. */
export async function recordMarketVersion(
  tx: Tx,
  deps: Pick<MarketVersionDeps, 'instruments'>,
  { version, at }: { version: SettingVersion; at: number },
): Promise<Document> {
  const { id, key, value, effectiveAt, reason } = version;
  const symbol = symbolOfKey(key) ?? '';
  const { change } = marketStepOf(version);
  const replaced = partOf(await termsReadAt(tx, deps, { symbol, at: effectiveAt - 1 }), change);
  const act = { actor: undefined, action: 'terms.apply' as const, subject: `terms:${id}` };
  await logAct(tx, { ...act, reason, detail: { key, value, replaced } }, at);
  return replaced;
}

/** Newest first; the last one is the listing's. @throws not-listed */
export async function listMarketVersions(
  { database, clock, instruments }: Pick<MarketVersionDeps, 'database' | 'clock' | 'instruments'>,
  named: string,
): Promise<MarketVersion[]> {
  const instrument = listedMarket({ instruments }, named);
  return database.snapshot(async (reader) => {
    const stored = await reader.many(marketVersionsOf, [keyOfMarket(instrument.symbol)]);
    const reviews = new Map<number, Review | undefined>();
    for (const { id } of stored) reviews.set(id, await reviewOf(reader, MARKET_TERMS, id));
    const logins = await operatorLogins(reader, [
      ...stored.map(({ proposedBy }) => proposedBy),
      ...[...reviews.values()].flatMap((review) => review?.decidedBy ?? []),
    ]);
    const agreed = stored.filter(({ state }) => state !== 'proposed').map(marketStepOf);
    const now = clock.now();
    const current = agreed.findLast(({ effectiveAt }) => effectiveAt <= now)?.id;
    const stateOf = ({ id, state, effectiveAt }: SettingVersion) => {
      if (state === 'proposed') return 'proposed';
      if (effectiveAt > now) return 'announced';
      return id === current ? 'inForce' : 'replaced';
    };
    const rows = stored.map((version): MarketVersion => {
      const { id, effectiveAt, proposedBy } = version;
      const { id: reviewId, decidedBy = null } = reviews.get(id) ?? { id: null };
      const step = marketStepOf(version);
      const versions = [...agreed.filter((each) => isBefore(each, step)), step];
      return {
        ID: id,
        ...shownTerms(termsAt({ ...instrument, versions }, effectiveAt)),
        effectiveAt: isoTime(effectiveAt),
        state: stateOf(version),
        proposedBy: logins.get(proposedBy) ?? '',
        agreedBy: decidedBy === null ? null : (logins.get(decidedBy) ?? ''),
        reviewId,
      };
    });
    const listing: MarketVersion = {
      ID: null,
      ...shownTerms(instrument),
      effectiveAt: isoTime(instrument.createdAt),
      state: current === undefined ? 'inForce' : 'replaced',
      proposedBy: null,
      agreedBy: null,
      reviewId: null,
    };
    return [listing, ...rows].toReversed();
  });
}

const isBefore = (left: MarketTermsVersion, right: MarketTermsVersion) =>
  left.effectiveAt === right.effectiveAt
    ? left.id < right.id
    : left.effectiveAt < right.effectiveAt;

const shownTerms = (terms: Readonly<MarketTerms>) =>
  Object.fromEntries(
    marketTermsFields.map((field) => [field, formatDecimal(terms[field])]),
  ) as Record<keyof MarketTerms, string>;
