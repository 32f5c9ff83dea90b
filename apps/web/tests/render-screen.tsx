/** Draws the member's app at one of its pages, with a fake of the server. */
import { join } from 'node:path';
import { type AnyCall, calls } from '@tern/protocol';
import { FakeServer } from '@tern/protocol/tests';
import { draw, leave, waitFor } from '@tern/ui/tests';
import { expect, onTestFinished, vi } from 'vitest';
import { compilePart } from '../build/messages-plugin.ts';
import { App } from '../src/app/app.tsx';
import { firstRoutes } from '../src/app/first-routes.ts';
import { guard } from '../src/app/session-keeper.tsx';
import { queryClient } from '../src/kernel/query-client.ts';
import { askToConfirm } from '../src/kernel/second-factor/confirmation-requests.ts';
import { currentSession, forgetSession, startSession, type User } from '../src/kernel/session.ts';
import { endSession, endsSession } from '../src/kernel/session-end.ts';
import { loadSiteConfig } from '../src/kernel/site-config.ts';
import { setUpCalls } from '../src/platform/http/call.ts';
import type { Language } from '../src/platform/i18n/languages.ts';
import { currentLanguage, loadTexts, setRequestLanguage } from '../src/platform/i18n/texts.ts';
import { Navigator } from '../src/platform/navigation/navigator.ts';
import type { RouteDef } from '../src/platform/navigation/route.ts';
import { RouteTable } from '../src/platform/navigation/route-table.ts';
import { routes } from './all-routes.ts';
import { answerAsUsual, memberUser } from './usual-answers.ts';

const LOCALES = join(import.meta.dirname, '../src/locales');

export type Server = FakeServer<AnyCall>;

export interface Visit {
  /** What differs from a verified member with paper money; null for a visitor. */
  as?: Partial<User> | null;
  language?: Language;
  /** Answers the pages that the first script does not know; without it all are known. */
  laterPages?: () => Promise<readonly RouteDef[]>;
  /** Changes the usual answers of the server before the page opens. */
  before?: (server: Server) => void;
}

/** A failed query is repeated as often as in the app, but without its pauses. */
const { queries = {} } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });

let server: Server | undefined;
let stop = () => {};

/** Opens a page of the app, `/pages/login/login?x=1`, and returns the server behind it. */
export async function renderScreen(path: string, visit: Visit = {}): Promise<Server> {
  const { as = {}, language = 'en', laterPages, before } = visit;
  onTestFinished(leaveScreen);
  server = new FakeServer(Object.values(calls));
  answerAsUsual(server);
  setUpCalls({
    token: () => currentSession()?.token,
    language: currentLanguage,
    confirm: askToConfirm,
    onRefused: (error) => endsSession(error) && endSession(error.code, { msg: error.msg }),
  });
  // As in the app: a session that starts may ask the server.
  setRequestLanguage(language);
  if (as !== null) {
    const user = { ...memberUser(), ...as };
    server.answer('GET /user/getUserInfo', { userInfo: user });
    startSession({ token: 'session', user });
  }
  before?.(server);
  history.replaceState(null, '', `#${path}`);
  const messages = await loadTexts(language);
  await loadSiteConfig();
  draw(<App navigator={openNavigator(laterPages)} texts={{ language, messages }} />);
  await waitFor(() => expect(document.querySelector('[data-page] h1')).toBeTruthy());
  return server;
}

/** A navigator listens to the browser for ever; the next test has its own. */
function openNavigator(laterPages: Visit['laterPages']): Navigator {
  const table = laterPages ? new RouteTable(firstRoutes, laterPages) : new RouteTable(routes);
  const listening = vi.spyOn(globalThis, 'addEventListener');
  const navigator = new Navigator({ routes: table, guard });
  const listeners = [...listening.mock.calls];
  stop = () => {
    for (const [event, listener] of listeners) removeEventListener(event, listener);
  };
  listening.mockRestore();
  return navigator;
}

/** The transport: texts come from the build, calls are answered by the fake server. */
async function request(address: string, init?: RequestInit): Promise<Response> {
  const url = new URL(address, location.origin);
  const [, language, part] = /\/texts[^/]*\/(\w+)\/([\w-]+)\.json$/.exec(url.pathname) ?? [];
  if (language !== undefined && part !== undefined) {
    return new Response(compilePart(LOCALES, language, part));
  }
  return server?.respond(url, init) ?? new Response(null, { status: 503 });
}

/** A connection over which nothing is ever sent. */
class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 0;
  send() {}
  close() {}
}

/** A request of a large body, which the app sends in this way to see its progress. */
class Upload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #method = 'POST';
  #url = '';
  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader() {}
  abort() {}
  send(body: string) {
    request(this.#url, { method: this.#method, body })
      .then(async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        this.dispatchEvent(new Event('load'));
      })
      .catch(() => this.dispatchEvent(new Event('error')));
  }
}

Object.assign(globalThis, { fetch: request, WebSocket: SilentSocket, XMLHttpRequest: Upload });

/** The path of the shown page, without its parameters. */
const shownPath = () => location.hash.slice(1).split('?')[0];

/** Waits until the page of a path is shown. */
export async function untilPage(path: string): Promise<void> {
  await waitFor(() => expect(shownPath()).toBe(path));
  await waitFor(() => expect(document.querySelector(`[data-page="${path}"] h1`)).toBeTruthy());
}

function leaveScreen(): void {
  const faults = server?.faults ?? [];
  stop();
  leave();
  forgetSession();
  queryClient.clear();
  expect(faults, 'what the real server would refuse').toEqual([]);
}
