/** The app: providers and the frame around every screen. */
import { QueryClientProvider } from '@tanstack/react-query';
import { BRAND_NAME, LayerProvider, type OnLayer } from '@tern/ui';
import { type ComponentProps, lazy, useMemo } from 'react';
import { loadTradeScreen } from '../features/trading/spot/index.ts';
import { OrderFormBeside } from '../kernel/beside.tsx';
import { queryClient } from '../kernel/query-client.ts';
import { I18nProvider, useT } from '../platform/i18n/i18n.tsx';
import { loadArea } from '../platform/i18n/texts.ts';
import type { Navigator } from '../platform/navigation/navigator.ts';
import type { Entry } from '../platform/navigation/page-stack.ts';
import { Router } from '../platform/navigation/router.tsx';
import { KitTexts } from './kit-texts.tsx';
import { PageView } from './page-view.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { Shell } from './shell.tsx';

const OrderBeside = lazy(async () => {
  const [screen] = await Promise.all([loadTradeScreen(), loadArea('spot')]);
  return { default: screen.OrderBeside };
});

const orderBeside = (symbol: string) => <OrderBeside symbol={symbol} />;

export interface AppProps {
  navigator: Navigator;
  texts: ComponentProps<typeof I18nProvider>['first'];
}

export function App({ navigator, texts }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider first={texts}>
        <KitTexts>
          <OrderFormBeside value={orderBeside}>
            <Pages navigator={navigator} />
          </OrderFormBeside>
        </KitTexts>
      </I18nProvider>
    </QueryClientProvider>
  );
}

function Pages({ navigator }: { navigator: Navigator }) {
  const t = useT();
  const titleOf = ({ path }: Entry) => {
    const { routes } = navigator;
    const otherwise = routes.isComplete ? 'common.pageMissingTitle' : 'common.loading';
    return `${t(routes.get(path)?.title ?? otherwise)} · ${BRAND_NAME}`;
  };
  const onLayer = useMemo<OnLayer>(() => (close) => navigator.openLayer(close), [navigator]);
  return (
    <LayerProvider value={onLayer}>
      <Router
        navigator={navigator}
        titleOf={titleOf}
        renderPage={(entry) => <PageView entry={entry} />}
        frame={(top, pages) => (
          <SessionKeeper>
            <Shell top={top}>{pages}</Shell>
          </SessionKeeper>
        )}
      />
    </LayerProvider>
  );
}
