/** Draws home for each mode of the money, language and kind of visitor, in a browser that is only imagined. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FirstFrame } from '../src/app/first-frame.tsx';
import { type Language, languages } from '../src/platform/i18n/languages.ts';

type Drawing = typeof import('../src/app/first-frame.tsx');

/** What the browser of each kind of visitor remembers: whether there is a session, not whose. */
const SESSION = JSON.stringify({ token: '', user: { ID: 0 } });
const visitors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  visitor: {},
  member: { 'tern.session': SESSION },
  'member-hidden': { 'tern.session': SESSION, 'tern.amounts-hidden': 'true' },
};

/** The flag of each mode on the page: whether money is simulated. */
export const modes = { paper: '1', live: '0' } as const;
export type Mode = keyof typeof modes;

export interface FirstPage {
  /** Each drawing in an element that says whom it is for. */
  frames: string;
  withoutScript: string;
}

export type FirstPages = ReadonlyMap<Language, FirstPage>;

/** `texts` answers a file of texts by its path, `de/first.json`. */
export async function drawFirstPages(
  file: string,
  texts: (path: string) => string,
): Promise<Readonly<Record<Mode, FirstPages>>> {
  try {
    return {
      paper: await drawPages(file, 'paper', texts),
      live: await drawPages(file, 'live', texts),
    };
  } finally {
    rmSync(dirname(file), { recursive: true, force: true });
  }
}

async function drawPages(
  file: string,
  mode: Mode,
  texts: (path: string) => string,
): Promise<FirstPages> {
  const pages = new Map<Language, FirstPage>();
  for (const [visitor, remembered] of Object.entries(visitors)) {
    await inBrowser({ remembered, sim: modes[mode] }, texts, async () => {
      // Each address is loaded anew, so that nothing remembered stays from the one before.
      const address = `${pathToFileURL(file).href}?${mode}-${visitor}`;
      const { firstFrame } = (await import(address)) as Drawing;
      for (const language of Object.keys(languages) as Language[]) {
        const page = pages.get(language) ?? { frames: '', withoutScript: '' };
        const { html, withoutScript } = await firstFrame(language, visitor);
        const frames = `${page.frames}<div data-for="${visitor}">${asleep(html)}</div>`;
        pages.set(language, { frames, withoutScript });
      }
    });
  }
  return pages;
}

/** Links lead somewhere without the app; buttons do not, and must not look to a finger or a reader as if they did. */
function asleep(html: FirstFrame['html']): string {
  return html.replaceAll('<button ', '<button inert ').replaceAll(/ data-page="[^"]*"/g, '');
}

/** Lends what the app touches while it starts: storage, address, history, and texts over the network. */
async function inBrowser(
  { remembered, sim }: { remembered: Readonly<Record<string, string>>; sim: string },
  texts: (path: string) => string,
  work: () => Promise<void>,
): Promise<void> {
  const nothing = () => {};
  const lent: Record<string, unknown> = {
    localStorage: { getItem: (key: string) => remembered[key] ?? null, setItem: nothing },
    location: { hash: '', search: '' },
    history: { state: null, replaceState: nothing },
    document: {
      addEventListener: nothing,
      visibilityState: 'visible',
      documentElement: { dataset: { sim } },
    },
    scrollY: 0,
    addEventListener: nothing,
    fetch: async (url: string) => new Response(texts(url.split('/').slice(-2).join('/'))),
  };
  const own = Object.keys(lent).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(lent)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    await work();
  } finally {
    for (const [name, before] of own) {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}
