/** Withdraws an announced version of a setting or of terms before its time: one person can, because nothing changes (ADR 25). */
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { faultAlong } from '../../../../kernel/terms/terms.ts';
import type { TermsRegistry } from '../../../../kernel/terms/terms-registry.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { type SettingVersion, setVersionState, versionForUpdate } from '../store-proposals.ts';
import { announcedSteps } from '../terms/announced-terms.ts';
import { symbolOfKey } from '../terms/market-document.ts';
import { lockedSubject } from '../terms/propose-terms.ts';

export interface WithdrawDeps {
  database: Database;
  clock: Clock;
  assets: AssetRegistry;
  terms: TermsRegistry;
}

/**
 * @throws invalid-request (also when another announced change of the same terms is only possible with this one), not-found,
 * already-decided unless it is announced and its time has not come
 */
export async function withdrawVersion(
  { database, clock, assets, terms }: WithdrawDeps,
  actor: Reviewer,
  input: { id: number; reason: string },
): Promise<void> {
  const reason = readReason(input.reason);
  await database.transaction(async (tx) => {
    const version = await tx.maybe(versionForUpdate, [input.id]);
    if (version === undefined) throw new Refusal('not-found');
    const { id, key, value, effectiveAt } = version;
    const at = clock.now();
    if (!isAhead(version, at)) throw new Refusal('already-decided');
    const isTerms = terms.source(key) !== undefined;
    if (isTerms) {
      const subject = await lockedSubject(tx, terms, key);
      const rest = (await announcedSteps(tx, key)).filter((step) => step.id !== id);
      const { scale } = assets.get(subject.asset);
      if (faultAlong(subject.terms, rest, scale) !== undefined)
        throw new Refusal('invalid-request', { fields: ['ID'] });
    }
    await tx.run(setVersionState, [id, 'withdrawn', effectiveAt]);
    const hasTerms = isTerms || symbolOfKey(key) !== undefined;
    const subject = `${hasTerms ? 'terms' : 'setting'}:${id}`;
    const detail = { key, value, effectiveAt: isoTime(effectiveAt) };
    await logAct(tx, { actor, action: 'setting.withdraw', subject, reason, detail }, at);
  });
}

/** Instances apply a market's version by their own clocks: within its last minute one might not hear of the withdrawal. */
const MARKET_LAST_MS = 60_000;

const isAhead = ({ key, state, effectiveAt }: SettingVersion, at: number): boolean =>
  state === 'announced' && effectiveAt > at + (symbolOfKey(key) === undefined ? 0 : MARKET_LAST_MS);
