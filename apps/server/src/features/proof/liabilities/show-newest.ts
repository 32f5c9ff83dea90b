/** The newest snapshot as operators see it: asked for, being built, published. */
import type { NewestSnapshot } from '@tern/protocol/operator';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readLast } from './store.ts';

/** Null before the first one. */
export async function showNewest(database: Database): Promise<NewestSnapshot | null> {
  const last = await readLast(database);
  if (last === undefined) return null;
  const { snapshot, askedAt, askedBy, takenAt, entryIndex, publishedAt } = last;
  const logins = await operatorLogins(database, askedBy === null ? [] : [askedBy]);
  return {
    ID: snapshot,
    askedAt: isoTime(askedAt),
    askedBy: askedBy === null ? null : (logins.get(askedBy) ?? ''),
    takenAt: takenAt === null ? null : isoTime(takenAt),
    index: entryIndex,
    publishedAt: publishedAt === null ? null : isoTime(publishedAt),
  };
}
