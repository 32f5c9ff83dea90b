/** The page that a notice opens: its record, or where the member can act. */
import {
  type Params,
  parseHash,
  type Path,
  type RouteDef,
} from '../../../platform/navigation/route.ts';
import type { TitleKey } from '../../../platform/i18n/message-key.ts';
import type { Notice } from './api.ts';

export interface Target {
  path: Path;
  params: Params;
  /** A record has one name; any other page is named by its title. */
  label: TitleKey | 'notification.openRecord';
}

/** Undefined when there is nothing more to see or do, or this version of the app has no such page. */
export function targetOf(
  { about, link }: Pick<Notice, 'about' | 'link'>,
  routes: ReadonlyMap<string, RouteDef>,
): Target | undefined {
  const { path, params } = parseHash(`#${link ?? ''}`);
  const route = routes.get(path);
  if (link === null || route === undefined) return undefined;
  const label = about === null ? route.title : 'notification.openRecord';
  return { path: route.path, params, label };
}
