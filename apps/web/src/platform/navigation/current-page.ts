/** Hooks for a screen about itself and the navigator. */
import { createContext, use, useEffect } from 'react';
import type { Navigator } from './navigator.ts';
import type { Entry } from './page-stack.ts';
import type { Params } from './route.ts';

export interface Page {
  entry: Entry;
  /** False while the page is kept behind another. */
  isShown: boolean;
  /** Sets `document.title` while the page is shown; undefined restores the route's title. */
  setTitle: (title: string | undefined) => void;
}

export const NavigatorContext = createContext<Navigator | undefined>(undefined);
export const PageContext = createContext<Page | undefined>(undefined);

/** The navigator: `push`, `back`, `redirect`, `relaunch`, `switchTab`, `has`. */
export function useNavigator(): Navigator {
  const navigator = use(NavigatorContext);
  if (!navigator) throw new Error('useNavigator outside the Router');
  return navigator;
}

function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error('usePage outside a page');
  return page;
}

/** The path of this page's URL. */
export function usePath(): string {
  return usePage().entry.path;
}

/** The parameters of this page's URL. */
export function useParams(): Params {
  return usePage().entry.params;
}

/** Gives the page its own title, for example the pair of a chart. */
export function usePageTitle(title: string | undefined): void {
  const { setTitle } = usePage();
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [title, setTitle]);
}
