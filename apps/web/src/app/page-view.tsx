/** One page: loading, its screen, or why it could not be shown. */
import { useEffect, useRef } from 'react';
import { onReconnect } from '../platform/connection.ts';
import { useT } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';
import type { Entry } from '../platform/navigation/page-stack.ts';
import { type FailureCause, loadPage, usePageScript } from '../platform/navigation/page-script.ts';
import { HOME } from '../platform/navigation/route.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageLoading, PageState } from './page-state.tsx';

export function PageView({ entry }: { entry: Entry }) {
  const { routes } = useNavigator();
  const script = usePageScript(entry.path, routes);
  const t = useT();
  const title = t(routes.get(entry.path)?.title ?? 'common.loading');
  switch (script.state) {
    case 'missing':
      return <MissingPage />;
    case 'ready':
      return (
        <PageBoundary title={title}>
          <script.Screen />
          <PageFocus />
        </PageBoundary>
      );
    case 'loading':
      return <PageLoading title={title} />;
    case 'late':
      return (
        <PageState
          title={title}
          what={t('common.loadFailed')}
          action={t('common.tryAgain')}
          onPress={reload}
        />
      );
    case 'failed':
      return <FailedPage path={entry.path} cause={script.cause} title={title} />;
  }
}

const reload = () => location.reload();

interface FailedPageProps {
  path: string;
  cause: FailureCause;
  title: string;
}

function FailedPage({ path, cause, title }: FailedPageProps) {
  const t = useT();
  const { routes } = useNavigator();
  useEffect(() => onReconnect(() => void loadPage(path, routes)), [path, routes]);
  useEffect(() => {
    if (cause === 'stuck') reload();
  }, [cause]);
  switch (cause) {
    case 'stuck':
      return <PageLoading title={title} />;
    case 'offline':
      return (
        <PageState
          title={title}
          what={t('common.loadFailed')}
          hint={t('common.loadsWhenBack')}
          action={t('common.tryAgain')}
          onPress={() => void loadPage(path, routes)}
        />
      );
    case 'outdated':
      return (
        <PageState
          title={title}
          what={t('common.appUpdated')}
          action={t('common.reload')}
          onPress={reload}
        />
      );
  }
}

function MissingPage() {
  const t = useT();
  const navigator = useNavigator();
  return (
    <>
      <PageState
        kind="empty"
        title={t('common.pageMissingTitle')}
        what={t('common.pageMissing')}
        action={t('common.goHome')}
        onPress={() => navigator.relaunch(HOME)}
      />
      <PageFocus />
    </>
  );
}

let isFirstPage = true;

/**
 * Moves focus to the page's heading when the page is shown, so that screen readers announce it. Place it inside a loaded
 * page; the first page of the visit keeps the focus.
 */
function PageFocus() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    const page = marker.current?.closest('[data-page]');
    const heading = page?.querySelector<HTMLElement>('h1');
    // A page with an autofocused field has already taken the focus.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (!heading || (isTyping && page?.contains(document.activeElement))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return <span ref={marker} hidden />;
}
