/** Puts in force what was agreed and whose time has come, settings and terms alike, each once. */
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { TermsBook } from '../../../kernel/terms/terms-book.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { dueVersions, setVersionInForce } from '../store-proposals.ts';
import { putTermsVersion } from '../terms/put-terms-version.ts';
import { putSettingVersion } from './setting-versions.ts';

export interface ApplyDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  terms: TermsBook;
}

/** In the order of their times. */
export async function applyDueVersions(deps: ApplyDeps): Promise<void> {
  const applied = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const due = await tx.many(dueVersions, [at]);
    for (const version of due) {
      const isTerms = deps.terms.source(version.key) !== undefined;
      const replaced = isTerms
        ? await putTermsVersion(tx, deps.terms, { version, at })
        : await putSettingVersion(tx, version, at);
      await tx.run(setVersionInForce, [version.id, replaced]);
    }
    return due.length;
  });
  if (applied > 0) await deps.settings.refresh();
}
