/** What a phone already knows when it opens the app, and where a path of a story leads. */
import type { Member } from './world.ts';

export interface Visit {
  /** Who is already signed in. */
  as?: Member;
  /** What the browser remembers, by name without `tern.`. */
  remembered?: Record<string, unknown>;
}

/** Pages of the app stand behind the hash; anything else is an address of the site. */
export function addressOf(url: string, path: string): string {
  return path.startsWith('/pages/') ? `${url}/#${path}` : url + path;
}

/** What the browser's local storage holds for a visit. */
export function storageOf({ as, remembered = {} }: Visit) {
  const facts = as === undefined ? remembered : { session: as.session, ...remembered };
  return Object.entries(facts).map(([name, value]) => ({
    name: `tern.${name}`,
    value: JSON.stringify(value),
  }));
}
