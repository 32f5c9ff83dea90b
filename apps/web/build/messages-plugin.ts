/** Compiles `locales/<subject>/<area>/<language>.json` and the texts of codes into the files the app fetches: one per language and area. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import {
  CODE_AREA,
  FIRST_PART,
  firstAreas,
  isTranslatedByCode,
} from '../src/platform/i18n/text-parts.ts';

const DOOR = 'virtual:messages';
const WORKSHOP = '/assets/texts';

/** The texts of codes, which the server has too. */
const CODE_TEXTS = join(import.meta.dirname, '../../../packages/protocol/src/code-texts');

/** A page has its name before its texts are there: these keys are in every first load. */
const IS_TITLE = /^(title|.*Title)$/;

/** Area to its folder. */
const foldersIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder).flatMap((subject) =>
      readdirSync(join(folder, subject)).map((area) => [area, join(folder, subject, area)]),
    ),
  );

const areasIn = (folder: string): readonly string[] =>
  [CODE_AREA, ...foldersIn(folder).keys()].toSorted();

const languagesIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'kernel/common')).map((file) => basename(file, '.json'));

/** Keys and texts of an area; of the codes those that the app translates. */
function textsOf(folder: string, area: string, language: string): [key: string, text: string][] {
  const isCodes = area === CODE_AREA;
  const file = join(isCodes ? CODE_TEXTS : foldersIn(folder).get(area)!, `${language}.json`);
  const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  return isCodes ? texts.filter(([code]) => isTranslatedByCode(Number(code))) : texts;
}

/** Compiled messages of one part of a language: `<area>.<key>` to text or syntax tree, as JSON. */
export function compilePart(folder: string, language: string, part: string): string {
  const compiled: Record<string, unknown> = {};
  for (const area of part === FIRST_PART ? areasIn(folder) : [part]) {
    for (const [key, text] of textsOf(folder, area, language)) {
      const isFirst = firstAreas.has(area) || IS_TITLE.test(key);
      if (isFirst === (part === FIRST_PART)) compiled[`${area}.${key}`] = compile(text);
    }
  }
  return JSON.stringify(compiled);
}

/** Every file of texts, by its path behind the address in `virtual:messages`. */
export function compileAll(folder: string): ReadonlyMap<string, string> {
  const parts = [FIRST_PART, ...areasIn(folder).filter((area) => !firstAreas.has(area))];
  return new Map(
    languagesIn(folder).flatMap((language) =>
      parts.map((part) => [`${language}/${part}.json`, compilePart(folder, language, part)]),
    ),
  );
}

/** One hash for all texts: a name of its own for each file would weigh more than the texts it saves. */
export function addressOf(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify([...files]));
  return `/assets/texts-${hash.digest('base64url').slice(0, 8)}`;
}

/** Serves `virtual:messages`, the address of the texts, and the texts behind it. */
export function messagesPlugin(folder: string): Plugin {
  let files: ReadonlyMap<string, string> | undefined;
  return {
    name: 'tern-messages',
    resolveId: (id) => (id === DOOR ? `\0${DOOR}` : undefined),
    load(id) {
      if (id !== `\0${DOOR}`) return undefined;
      if (this.environment.mode === 'build') files = compileAll(folder);
      const address = files ? addressOf(files) : WORKSHOP;
      return { code: `export const textsAddress = '${address}';`, moduleType: 'js' };
    },
    generateBundle() {
      if (!files) return;
      const address = addressOf(files).slice(1);
      for (const [path, source] of files) {
        this.emitFile({ type: 'asset', fileName: `${address}/${path}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(WORKSHOP, (request, response) => {
        const [, language = '', part = ''] = (request.url ?? '').split(/[/.?]/);
        response.setHeader('content-type', 'application/json');
        response.end(compilePart(folder, language, part));
      });
      server.watcher.on('change', (file) => {
        if (dirname(dirname(dirname(file))) === folder || dirname(file) === CODE_TEXTS)
          server.ws.send({ type: 'full-reload' });
      });
    },
  };
}
