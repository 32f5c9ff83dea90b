/** Limits visitors to the public pages (spec §2). */
import { pages } from '../kernel/pages.ts';
import { currentSession } from '../kernel/session.ts';
import type { Path } from '../platform/navigation/route.ts';
import { publicPages } from './public-pages.ts';

/** The page to show instead of `path`: itself, or the login page. */
export function guard(path: Path): Path {
  return publicPages.has(path) || currentSession() !== undefined ? path : pages.login;
}
