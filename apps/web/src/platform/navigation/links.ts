/** Links to pages of the app, in the form the parts of @tern/ui take. */
import { useNavigator } from './current-page.ts';
import type { Navigator } from './navigator.ts';
import { loadPage } from './page-script.ts';
import { hashOf, type Params, parseHash, type Path } from './route.ts';

export interface PageLink {
  /** A real address: it can be copied, and opened elsewhere. */
  href: string;
  onPress: () => void;
}

/** `const to = useLinks()`, then `<ListRow {...to(pages.about)} />`. Tab pages are switched to. */
export function useLinks(): (path: Path, params?: Params) => PageLink {
  const navigator = useNavigator();
  return (path, params = {}) => ({
    href: hashOf(path, params),
    onPress: () => navigator.push(path, params),
  });
}

/** The back arrow: back if there is history, otherwise home (spec §2). */
export function useBack(): { onPress: () => void } {
  const navigator = useNavigator();
  return { onPress: () => navigator.back() };
}

/** Starts loading a page's script as soon as a finger touches a link to it. */
export function preloadTouchedLinks(navigator: Navigator): void {
  document.addEventListener(
    'pointerdown',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      const route = navigator.routes.get(parseHash(link?.getAttribute('href') ?? '').path);
      if (link && route) void loadPage(route);
    },
    { passive: true },
  );
}
