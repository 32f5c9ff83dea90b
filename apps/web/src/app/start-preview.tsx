/**
 * Draws one page as a verified member sees it, inside the operators' console: a product before it is approved. The page's own
 * calls get the answers that the console hands over; the other calls of members are never sent and stay unanswered. Nothing can be
 * pressed (`inert`), and what this browser stores for the app is neither read nor changed.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { AppColumn } from '@tern/ui';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../kernel/query-client.ts';
import { startSession, type User } from '../kernel/session.ts';
import { loadSiteConfig } from '../kernel/site-config.ts';
import { applyAppearance, isSimulated, type Theme } from '../platform/appearance.ts';
import { setUpCalls, type Transport } from '../platform/http/call.ts';
import { sendRequest } from '../platform/http/api-request.ts';
import { I18nProvider, useT } from '../platform/i18n/i18n.tsx';
import { type Language, languages } from '../platform/i18n/languages.ts';
import { currentLanguage, loadTexts, setRequestLanguage } from '../platform/i18n/texts.ts';
import { Navigator } from '../platform/navigation/navigator.ts';
import { Router } from '../platform/navigation/router.tsx';
import { KitTexts } from './kit-texts.tsx';
import { PageView } from './page-view.tsx';
import { openRouteTable } from './first-routes.ts';

/** What the console hands over. */
interface Shown {
  /** With its query: `/pages/stake/detail?kind=fixed&id=4`. */
  page: string;
  /** The data of the calls that the page sends, by path. */
  answers: Readonly<Record<string, object>>;
  lang: Language;
  theme: Theme;
}

/** The calls that everybody may send. */
const PUBLIC = ['/api/base/site'];

/** A member whom nothing keeps from buying. */
const member: User = {
  ID: 1,
  CreatedAt: '',
  UpdatedAt: '',
  username: '',
  email: '',
  phone: '',
  countryCode: '',
  phoneProven: true,
  inviteCode: '',
  creditScore: 100,
  verified: true,
  realNameStatus: 2,
  hasPayPassword: true,
  frozen: false,
  freeze: null,
  withdrawalsBlockedUntil: null,
};

export async function startPreview(root: HTMLElement): Promise<void> {
  const first = await followConsole();
  const { page, lang } = first;
  setUpCalls({
    token: () => undefined,
    language: currentLanguage,
    confirm: async () => undefined,
    onRefused: () => {},
    transport: answering,
  });
  startSession({ token: '', user: member });
  setRequestLanguage(lang);
  document.documentElement.lang = languages[lang].locale;
  const [messages] = await Promise.all([loadTexts(lang), loadSiteConfig()]);
  history.replaceState(null, '', `#${page}`);
  const routes = openRouteTable();
  const navigator = new Navigator({ routes, guard: (place) => place });
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider first={{ language: lang, messages }}>
        <KitTexts>
          <Router
            navigator={navigator}
            titleOf={() => document.title}
            renderPage={(entry) => <PageView entry={entry} />}
            frame={(_top, pages) => <Column>{pages}</Column>}
          />
        </KitTexts>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

let shown: Shown | undefined;

/** Resolves with the first message of the console, which is the page around this one and of the same origin; follows later ones. */
function followConsole(): Promise<Shown> {
  return new Promise((resolve) => {
    addEventListener('message', ({ origin, source, data }: MessageEvent<Shown>) => {
      if (origin !== location.origin || source !== parent || source === window) return;
      const before = shown;
      shown = data;
      applyAppearance({ theme: data.theme, palette: 'classic', swapped: false });
      if (before === undefined) return resolve(data);
      if (before.page !== data.page || before.lang !== data.lang) return location.reload();
      void queryClient.invalidateQueries();
    });
    parent.postMessage('ready', location.origin);
  });
}

const answering: Transport = (request) => {
  const path = request.url.split('?')[0] ?? '';
  const data = shown?.answers[path.replace(/^\/api/, '')];
  if (data !== undefined) {
    const body = JSON.stringify({ code: 0, data });
    return Promise.resolve({ status: 200, body });
  }
  // What is not known of the member stays unknown.
  return PUBLIC.includes(path) ? sendRequest(request) : new Promise(() => {});
};

/** The frame of every page, without tabs and notices. */
function Column({ children }: { children: ReactNode }) {
  const t = useT();
  const paper = { name: t('common.paperMoney'), meaning: t('common.paperNote') };
  return (
    <AppColumn
      paper={isSimulated() ? paper : undefined}
      desktop={{ pitch: '', simulation: undefined, version: '' }}
    >
      {children}
    </AppColumn>
  );
}
