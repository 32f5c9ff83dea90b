/** Home as the app first draws it, as HTML: made while building, shown until the app itself is there (ADR 34). */
import { renderToString } from 'react-dom/server';
import type { Language } from '../platform/i18n/languages.ts';
import { loadTexts, speak } from '../platform/i18n/texts.ts';
import { translator } from '../platform/i18n/translate.ts';
import { Navigator } from '../platform/navigation/navigator.ts';
import { loadPage } from '../platform/navigation/page-script.ts';
import { HOME } from '../platform/navigation/route.ts';
import { App } from './app.tsx';
import { guard } from './guard.ts';
import { routes } from './routes.ts';

export interface FirstFrame {
  html: string;
  /** What somebody reads whose browser runs no scripts. */
  withoutScript: string;
}

/**
 * Reads the session and the settings of the browser it believes to be in, and asks it for the texts.
 * `name` keeps its ids apart from those of other drawings on the same page.
 */
export async function firstFrame(language: Language, name: string): Promise<FirstFrame> {
  speak(language);
  const messages = await loadTexts(language);
  const navigator = new Navigator({ routes, guard });
  const home = navigator.routes.get(HOME);
  if (!home) throw new Error('there is no home to draw');
  await loadPage(home);
  const app = <App navigator={navigator} texts={{ language, messages }} />;
  return {
    html: renderToString(app, { identifierPrefix: name }),
    withoutScript: translator(language, messages)('common.needsScript'),
  };
}
