/** What members arranged in the app: favourite markets and the order of home's tiles follow the account. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { preferencesOf, putPreferences } from './store-preferences.ts';

/** Null: never arranged. */
export interface Preferences {
  readonly favourites: readonly string[] | null;
  readonly tiles: readonly string[] | null;
}

interface PreferenceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export async function readPreferences({ database }: PreferenceDeps, memberId: number) {
  return (await database.maybe(preferencesOf, [memberId])) ?? { favourites: null, tiles: null };
}

/** The last change wins; what is null stays as it is. Returns all of them. */
export function changePreferences(
  { database, clock }: PreferenceDeps,
  memberId: number,
  { favourites, tiles }: Preferences,
) {
  return database.transaction((tx) =>
    tx.one(putPreferences, [memberId, favourites, tiles, clock.now()]),
  );
}
