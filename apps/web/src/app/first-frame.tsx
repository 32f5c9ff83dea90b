/** Home as prerendered HTML: built with the app, shown until the app has started (ADR 34). */
import { renderToString } from 'react-dom/server';
import type { Language } from '../platform/i18n/languages.ts';
import { loadTexts, setRequestLanguage } from '../platform/i18n/texts.ts';
import { translator } from '../platform/i18n/translate.ts';
import { Navigator } from '../platform/navigation/navigator.ts';
import { loadPage } from '../platform/navigation/page-script.ts';
import { HOME } from '../platform/navigation/route.ts';
import { App } from './app.tsx';
import { guard } from './session-keeper.tsx';
import { openRouteTable } from './first-routes.ts';

export interface FirstFrame {
  html: string;
  /** Shown to browsers without JavaScript. */
  withoutScript: string;
}

/**
 * Renders with the session and settings of the (emulated) browser and fetches its texts. `name` prefixes element ids, so
 * that several frames fit on one page.
 */
export async function firstFrame(language: Language, name: string): Promise<FirstFrame> {
  setRequestLanguage(language);
  const messages = await loadTexts(language);
  const routes = openRouteTable();
  const navigator = new Navigator({ routes, guard });
  await loadPage(HOME, routes);
  const app = <App navigator={navigator} texts={{ language, messages }} />;
  return {
    html: renderToString(app, { identifierPrefix: name }),
    withoutScript: translator(language, messages)('common.needsScript'),
  };
}
