/** What a route is: one page of the app, declared by the feature that owns it. */
import type { ComponentType } from 'react';
import type { MessageAreas, TitleKey } from '../i18n/message-key.ts';

/** A page's place, as in spec §2. */
export type Path = `/pages/${string}`;

/** What stands behind the `?` of a page's address. */
export type Params = Readonly<Record<string, string>>;

export interface RouteDef {
  path: Path;
  /** Shown as `document.title` each time the page is shown (spec §2); its area is loaded with the page. */
  title: TitleKey;
  /** Areas of texts that the page's screens read besides. */
  areas?: readonly (keyof MessageAreas)[];
  /** The page's script, loaded when it is first wanted. */
  load: () => Promise<ComponentType>;
  /** One of the four tab pages (spec §2): kept alive, shows the tab bar. */
  tab?: true;
  /** Teal on the personal centre, green on new coins, absent the canvas (spec §2). */
  statusBar?: 'my' | 'ieo';
}

export const HOME: Path = '/pages/home/home';

/** Reads `#/pages/a/b?x=1`. An empty hash, `#/` and `/` are home. */
export function parseHash(hash: string): { path: string; params: Params } {
  const [place = '', query = ''] = hash.replace(/^#/, '').split('?');
  const path = place === '' || place === '/' ? HOME : place;
  return { path, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes the hash of a page; the inverse of `parseHash`. */
export function hashOf(path: string, params: Params = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? `#${path}` : `#${path}?${query}`;
}
