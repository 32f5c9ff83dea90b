/** Writes the page of each language and mode: home drawn already, its styles inside, its texts and scripts on their way (ADR 34). */
import type { Plugin } from 'vite';
import { type Language, languages } from '../src/platform/i18n/languages.ts';
import { FIRST_PART } from '../src/platform/i18n/text-parts.ts';
import { bundleDrawing, bundleFirstPaint } from './app-bundles.ts';
import { drawFirstPages, type FirstPages, type Mode, modes } from './first-frames.ts';
import { addressOf, compileAll, messagesPlugin } from './messages-plugin.ts';

/** The list of the pages that the first script does not know. */
const LATER_ROUTES = /app\/later-routes\.ts$/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

interface Parts {
  script: string;
  pages: Readonly<Record<Mode, FirstPages>>;
  textsAddress: string;
}

interface Page {
  language: Language;
  mode: Mode;
}

async function prepare(root: string, textsFolder: string): Promise<Parts> {
  const files = compileAll(textsFolder);
  const [script, drawing] = await Promise.all([
    bundleFirstPaint(root),
    bundleDrawing(root, messagesPlugin(textsFolder)),
  ]);
  const pages = await drawFirstPages(drawing, (path) => files.get(path) ?? '');
  return { script, pages, textsAddress: addressOf(files) };
}

export function firstPagePlugin(root: string, textsFolder: string): Plugin {
  let preparing: Promise<Parts>;
  return {
    name: 'tern-first-page',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      preparing = prepare(root, textsFolder);
      // Awaited at the end; a build that fails before must not also fail of this.
      preparing.catch(() => undefined);
    },
    async generateBundle(_options, bundle) {
      const parts = await preparing;
      const files = Object.values(bundle);
      const template = bundle['index.html'];
      if (template?.type !== 'asset') throw new Error('there is no index.html to write into');
      const later = files.find(
        (file) => file.type === 'chunk' && LATER_ROUTES.test(file.facadeModuleId ?? ''),
      );
      if (later?.type !== 'chunk') throw new Error('the list of later pages is no file of its own');
      // Without a `rel` it loads nothing: first-paint.ts decides.
      const page = String(template.source);
      const list = [later.fileName, ...later.imports]
        .filter((file) => !page.includes(file))
        .map((file) => `<link data-later crossorigin href="/${file}">`)
        .join('');
      const styled = withStyles(page, (name) => {
        const asset = bundle[name];
        if (asset?.type !== 'asset') throw new Error(`there is no ${name} to write into the page`);
        return String(asset.source);
      });
      for (const language of Object.keys(languages) as Language[]) {
        const { locale } = languages[language];
        const name = language === 'en' ? 'index.html' : `index.${locale}.html`;
        const source = pageIn({ language, mode: 'paper' }, styled, { ...parts, list });
        if (language === 'en') template.source = source;
        else this.emitFile({ type: 'asset', fileName: name, source });
        const live = pageIn({ language, mode: 'live' }, styled, { ...parts, list });
        this.emitFile({ type: 'asset', fileName: `live/${name}`, source: live });
      }
    },
  };
}

/** Puts the first screen's styles into the page; `data-of` tells the app which files they came from (app/inlined-styles.ts). */
function withStyles(html: string, read: (name: string) => string): string {
  const names = [...html.matchAll(STYLESHEET)].map(([, name = '']) => name);
  const styles = names.map((name) => `<style data-of="/${name}">${read(name).trim()}</style>`);
  return replaced(html.replaceAll(STYLESHEET, ''), '</head>', `${styles.join('')}</head>`);
}

/** What the page says of itself to search engines. */
const DESCRIPTION = ' with paper money to practise with.';
const descriptions: Readonly<Record<Mode, string>> = { paper: DESCRIPTION, live: '.' };

function pageIn({ language, mode }: Page, html: string, parts: Parts & { list: string }): string {
  const { frames, withoutScript } = parts.pages[mode].get(language)!;
  const drawn = withoutStyleAttributes(frames);
  const { locale } = languages[language];
  const texts = `${parts.textsAddress}/${language}/${FIRST_PART}.json`;
  const preload = `<link rel="preload" as="fetch" crossorigin href="${texts}">`;
  const changes: [from: string, to: string][] = [
    ['lang="en-US"', `lang="${locale}"`],
    ['data-first="page"', 'data-first="visitor"'],
    [`data-sim="${modes.paper}"`, `data-sim="${modes[mode]}"`],
    [DESCRIPTION, descriptions[mode]],
    [
      '<link rel="manifest"',
      `${parts.list}<script>${parts.script}</script>${preload}<link rel="manifest"`,
    ],
    ['</head>', `<style>${drawn.rules}</style></head>`],
    ['<div id="root">', `<div id="root">${drawn.html}`],
    ['Tern needs JavaScript.', withoutScript],
  ];
  return changes.reduce((page, [from, to]) => replaced(page, from, to), html);
}

const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

/**
 * Writes what React draws as style attributes as rules of the page's own styles: the page's policy takes styles by their
 * hash only, and attributes have none. In the running app React sets styles by script, which the policy allows.
 */
function withoutStyleAttributes(drawing: string): { html: string; rules: string } {
  const texts: string[] = [];
  const html = drawing.replaceAll(STYLE_ATTRIBUTE, (_attribute, text: string) => {
    if (!texts.includes(text)) texts.push(text);
    return ` data-drawn="${texts.indexOf(text)}"`;
  });
  // Stronger than the classes beside them, as attributes are.
  const rules = texts.map((text, at) => `:root:root [data-drawn="${at}"]{${unescaped(text)}}`);
  return { html, rules: rules.join('') };
}

const unescaped = (attribute: string) =>
  attribute.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

/** @throws Error when the template has changed under it */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`index.html has no ${from}`);
  return text.replace(from, () => to);
}
