/** Links to pages of the app, as props for @tern/ui. */
import { useNavigator } from './current-page.ts';
import type { Navigator } from './navigator.ts';
import { loadPage } from './page-script.ts';
import { hashOf, type Params, parseHash, type Path } from './route.ts';

export interface PageLink {
  /** A real URL: it can be copied, and opened elsewhere. */
  href: string;
  onPress: () => void;
}

/** `const to = useLinks()`, then `<ListRow {...to(pages.about)} />`. Links to tab pages switch tabs. */
export function useLinks(): (path: Path, params?: Params) => PageLink {
  const navigator = useNavigator();
  return (path, params = {}) => ({
    href: hashOf(path, params),
    onPress: () => navigator.push(path, params),
  });
}

/** The back arrow: back if there is history, otherwise home. */
export function useBack(): { onPress: () => void } {
  const navigator = useNavigator();
  return { onPress: () => navigator.back() };
}

/** Starts loading a page's script when a finger touches a link to it. */
export function preloadTouchedLinks(navigator: Navigator): void {
  document.addEventListener(
    'pointerdown',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      const { path } = parseHash(link?.getAttribute('href') ?? '');
      if (link && navigator.has(path)) void loadPage(path, navigator.routes);
    },
    { passive: true },
  );
}
