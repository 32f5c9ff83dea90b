/** A change of terms takes effect; what was submitted before keeps the fee it was submitted under. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import type { Document } from '../../../kernel/settings/settings.ts';
import { fieldsOf } from '../../../kernel/terms/terms.ts';
import type { TermsBook } from '../../../kernel/terms/terms-book.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { SettingVersion } from '../store-proposals.ts';
import { changeOf, documentOf, partOf } from './change-document.ts';
import { lockedSubject } from './propose-terms.ts';

/** Gives what held before of what it changes. */
export async function putTermsVersion(
  tx: Tx,
  terms: TermsBook,
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
