/** Renders the page stack: the top page visible, kept ones hidden with their state (ADR 33). */
import {
  Activity,
  addTransitionType,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  ViewTransition,
} from 'react';
import { NavigatorContext, type Page, PageContext } from './current-page.ts';
import type { Navigator } from './navigator.ts';
import type { Entry, Movement, PageStack } from './page-stack.ts';
import { loadPage } from './page-script.ts';

/** How long an async page shows nothing new before its loading screen. */
const ASYNC_DELAY_MS = 200;

const ENTER = {
  forward: 'page-in-forward',
  back: 'page-in-back',
  fade: 'page-in-fade',
  fresh: 'page-in-fade',
  default: 'none',
};
const EXIT = {
  forward: 'page-out-forward',
  back: 'page-out-back',
  fade: 'page-out-fade',
  fresh: 'page-out-fade',
  default: 'none',
};

export interface RouterProps {
  navigator: Navigator;
  /** Renders one page, inside its context. */
  renderPage: (entry: Entry) => ReactNode;
  /** Renders the frame around pages, inside the navigator's context. */
  frame: (top: Entry, pages: ReactNode) => ReactNode;
  /** The default `document.title` of a page. */
  titleOf: (entry: Entry) => string;
}

/** Keeps the document in sync with the navigator. */
export function Router({ navigator, renderPage, frame, titleOf }: RouterProps) {
  const stack = useShownStack(navigator);
  useShownRoute(navigator, stack.top);
  const pages = stack.kept.map((entry) => (
    <Activity key={entry.key} mode={entry.key === stack.top.key ? 'visible' : 'hidden'}>
      <ViewTransition default="none" enter={ENTER} exit={EXIT}>
        <PageFrame
          entry={entry}
          isShown={entry.key === stack.top.key}
          scroll={navigator.scrollOf(entry.key)}
          title={titleOf(entry)}
        >
          {renderPage(entry)}
        </PageFrame>
      </ViewTransition>
    </Activity>
  ));
  return <NavigatorContext value={navigator}>{frame(stack.top, pages)}</NavigatorContext>;
}

/** Draws the frame again when the route of the shown page becomes known: it decides its title and colours. */
function useShownRoute({ routes }: Navigator, { path }: Entry): void {
  const get = () => routes.get(path);
  useSyncExternalStore(routes.subscribe, get, get);
}

function useShownStack(navigator: Navigator): PageStack {
  const [stack, setStack] = useState(navigator.stack);
  useEffect(() => {
    let latest = 0;
    const apply = (next: PageStack, movement: Movement) => {
      startTransition(() => {
        addTransitionType(movement);
        setStack(next);
      });
    };
    const stop = navigator.subscribe((next, movement) => {
      const turn = ++latest;
      // The wait also leaves the popstate event, during which React runs no transitions.
      const wait = new Promise((resolve) => setTimeout(resolve, ASYNC_DELAY_MS));
      const ready = loadPage(next.top.path, navigator.routes);
      void Promise.race([ready, wait]).then(() =>
        setTimeout(() => {
          if (turn === latest) apply(next, movement);
        }, 0),
      );
    });
    // A URL typed between the first render and this effect has notified no listener.
    setStack(navigator.stack);
    return stop;
  }, [navigator]);
  return stack;
}

interface PageFrameProps {
  entry: Entry;
  isShown: boolean;
  scroll: number;
  title: string;
  children: ReactNode;
}

function PageFrame({ entry, isShown, scroll, title, children }: PageFrameProps) {
  const [ownTitle, setTitle] = useState<string>();
  const shownTitle = ownTitle ?? title;
  const page = useMemo<Page>(() => ({ entry, isShown, setTitle }), [entry, isShown]);
  useLayoutEffect(() => {
    if (isShown) window.scrollTo(0, scroll);
  }, [isShown, scroll]);
  useEffect(() => {
    if (isShown) document.title = shownTitle;
  }, [isShown, shownTitle]);
  return (
    <PageContext value={page}>
      <div data-page={entry.path}>{children}</div>
    </PageContext>
  );
}
