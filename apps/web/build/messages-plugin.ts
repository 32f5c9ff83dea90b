/** Merges `locales/<area>/<language>.json` into one compiled module per language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const DOOR = 'virtual:messages';

function readArea(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** Compiled messages of a language: `<area>.<key>` to text or syntax tree. */
function compileLanguage(folder: string, language: string): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const area of readdirSync(folder).toSorted()) {
    const file = join(folder, area, `${language}.json`);
    if (!existsSync(file)) continue;
    for (const [key, text] of Object.entries(readArea(file))) {
      merged[`${area}.${key}`] = compile(text);
    }
  }
  return merged;
}

/** JSON.parse of a string starts faster than an object literal of that size. */
function moduleOf(messages: Record<string, unknown>): string {
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
}

function doorOf(languages: readonly string[]): string {
  const lines = languages.map((language) => `${language}: () => import('${DOOR}/${language}'),`);
  return `export const loadMessages = {\n${lines.join('\n')}\n};`;
}

/** Serves `virtual:messages` and `virtual:messages/<language>` from a folder of areas. */
export function messagesPlugin(folder: string): Plugin {
  const languagesIn = () =>
    readdirSync(join(folder, 'common'))
      .filter((file) => file.endsWith('.json'))
      .map((file) => basename(file, '.json'));
  return {
    name: 'tern-messages',
    resolveId: (id) => (id === DOOR || id.startsWith(`${DOOR}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${DOOR}`)) return undefined;
      const language = id.slice(DOOR.length + 2);
      const code =
        language === '' ? doorOf(languagesIn()) : moduleOf(compileLanguage(folder, language));
      return { code, moduleType: 'js' };
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (dirname(dirname(file)) !== folder) return;
        const { moduleGraph } = server;
        const module = moduleGraph.getModuleById(`\0${DOOR}/${basename(file, '.json')}`);
        if (module) moduleGraph.invalidateModule(module);
        server.ws.send({ type: 'full-reload' });
      });
    },
  };
}
