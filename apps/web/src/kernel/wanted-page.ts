/** The page that a visitor asked for and that needs a session: the login page names it, and it opens after the login. */
import { useNavigator, useParams } from '../platform/navigation/current-page.ts';
import { HOME, hashOf, type Params, parseHash, type Place } from '../platform/navigation/route.ts';
import { pages } from './pages.ts';

/** The login page, with the page to open after it. */
export function loginBefore({ path, params }: { path: string; params: Params }): Place {
  if (path === pages.login) return { path, params };
  if (path === HOME) return { path: pages.login, params: {} };
  return { path: pages.login, params: { next: hashOf(path, params).slice(1) } };
}

/** Pages that a member who has just logged in does not want. */
const BEFORE_A_SESSION: ReadonlySet<string> = new Set([
  pages.login,
  pages.register,
  pages.forgetPassword,
  pages.passwords,
]);

/** Of a page before the login. */
export interface Wanted {
  /** Hand them to other pages before the login, so that the wanted page is not forgotten. */
  params: Params;
  /** Home unless the URL names a page of this app: a link can never lead elsewhere. */
  place: Place;
}

export function useWanted(): Wanted {
  const { next } = useParams();
  const { routes } = useNavigator();
  if (next === undefined) return { params: {}, place: { path: HOME, params: {} } };
  const { path, params } = parseHash(next);
  const route = BEFORE_A_SESSION.has(path) ? undefined : routes.get(path);
  return {
    params: { next },
    place: route === undefined ? { path: HOME, params: {} } : { path: route.path, params },
  };
}
