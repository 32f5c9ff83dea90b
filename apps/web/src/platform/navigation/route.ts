/** A route: one page of the app, declared by its feature. */
import type { ComponentType } from 'react';
import type { MessageAreas, TitleKey } from '../i18n/message-key.ts';

/** A page's path; the pages of places are outside `/pages/`. */
export type Path = `/pages/${string}` | '/choose-location' | '/open-location';

/** The query of a page's URL. */
export type Params = Readonly<Record<string, string>>;

/** A page of the app with its query. */
export interface Place {
  path: Path;
  params: Params;
}

export interface RouteDef {
  path: Path;
  /** Shown as `document.title` while the page is shown; its message area is loaded with the page. */
  title: TitleKey;
  /** Other message areas the page's screens use. */
  areas?: readonly (keyof MessageAreas)[];
  /** The page's script, loaded on first use. */
  load: () => Promise<ComponentType>;
  /** One of the four tab pages: kept alive, shows the tab bar. */
  tab?: true;
  /** Teal for the account page, green for new coins, canvas by default. */
  statusBar?: 'my' | 'ieo';
  /** Uses the width of a large window instead of the phone's column. */
  isWide?: true;
}

export const HOME: Path = '/pages/home/home';

/** Parses `#/pages/a/b?x=1`. An empty hash, `#/` and `/` are home. */
export function parseHash(hash: string): { path: string; params: Params } {
  const [place = '', query = ''] = hash.replace(/^#/, '').split('?');
  const path = place === '' || place === '/' ? HOME : place;
  return { path, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Formats a page's hash; the inverse of `parseHash`. */
export function hashOf(path: string, params: Params = {}): string {
  const query = new URLSearchParams(params).toString();
  return query === '' ? `#${path}` : `#${path}?${query}`;
}
