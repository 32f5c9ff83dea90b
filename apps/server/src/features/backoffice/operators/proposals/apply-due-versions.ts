/** Applies approved versions of settings and terms at their time, each once. */
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { publishToAll } from '../../../../kernel/events/live-feed.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import type { Document, Settings } from '../../../../kernel/settings/settings.ts';
import { fieldsOf } from '../../../../kernel/terms/terms.ts';
import type { TermsRegistry } from '../../../../kernel/terms/terms-registry.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { dueVersions, type SettingVersion, setVersionInForce } from '../store-proposals.ts';
import { changeOf, documentOf, partOf } from '../terms/change-document.ts';
import { symbolOfKey } from '../terms/market-document.ts';
import { recordMarketVersion } from '../terms/market-versions.ts';
import { lockedSubject } from '../terms/propose-terms.ts';
import { putSettingVersion } from './setting-versions.ts';

export interface ApplyDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  terms: TermsRegistry;
  instruments: InstrumentRegistry;
  bus: Bus;
}

/** Ordered by effective time. */
export async function applyDueVersions(deps: ApplyDeps): Promise<void> {
  const applied = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const due = await tx.many(dueVersions, [at]);
    for (const version of due) {
      const isTerms = deps.terms.source(version.key) !== undefined;
      const isMarket = symbolOfKey(version.key) !== undefined;
      const replaced = isTerms
        ? await putTermsVersion(tx, deps.terms, { version, at })
        : isMarket
          ? await recordMarketVersion(tx, deps, { version, at })
          : await putSettingVersion(tx, version, at);
      await tx.run(setVersionInForce, [version.id, replaced]);
    }
    return due;
  });
  if (applied.length > 0) await deps.settings.refresh();
  // Members' devices load the list of markets again.
  for (const symbol of applied.flatMap(({ key }) => symbolOfKey(key) ?? []))
    publishToAll(deps.bus, 'market.state', { symbol });
}

/** Applies a change of terms and returns the replaced values. Requests submitted before keep their fee. */
async function putTermsVersion(
  tx: Tx,
  terms: TermsRegistry,
  { version, at }: { version: SettingVersion; at: number },
): Promise<Document> {
  const { id, key, value, reason } = version;
  const subject = await lockedSubject(tx, terms, key);
  const change = changeOf(value);
  await subject.source.put(tx, subject, { ...subject.terms, ...change });
  const replaced = documentOf(partOf(subject.terms, fieldsOf(change)));
  const entry = {
    actor: undefined,
    action: 'terms.apply' as const,
    subject: `terms:${id}`,
    reason,
  };
  await logAct(tx, { ...entry, detail: { key, value, replaced } }, at);
  return replaced;
}
