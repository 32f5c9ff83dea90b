/** The stored state of a phone that opens the app, and the URLs of paths. */
import type { Member } from './world.ts';

export interface Visit {
  /** Who is already signed in. */
  as?: Member;
  /** The local storage, by name without `tern.`. */
  remembered?: Record<string, unknown>;
}

const PAGE = /^\/(?:pages\/|(?:open|choose)-location)/;

/** Pages of the app are after the hash; anything else is a path of the site. */
export function addressOf(url: string, path: string): string {
  return PAGE.test(path) ? `${url}/#${path}` : url + path;
}

/** The local storage of a visit. */
export function storageOf({ as, remembered = {} }: Visit) {
  const facts = as === undefined ? remembered : { session: as.session, ...remembered };
  return Object.entries(facts).map(([name, value]) => ({
    name: `tern.${name}`,
    value: JSON.stringify(value),
  }));
}
