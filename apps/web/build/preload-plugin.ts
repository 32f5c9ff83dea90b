/** Tells the browser in `index.html` what the first screen needs, before any script has run. */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Chunks of the first screen: the home page, which most visits open. */
const FIRST_SCREEN = /features\/site\/screens\/home-screen\.tsx$/;
/** What home does without (vite.config.ts). */
const LATER = /^assets\/later-/;
/** Not the one of the operators' preview, which stands in a folder of its own. */
const FONT = /^assets\/geist-latin-wght-normal-.*\.woff2$/;

export function preloadPlugin(): Plugin {
  return {
    name: 'tern-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        const files = Object.values(bundle ?? {});
        const alreadyThere = new Set([chunk?.fileName, ...(chunk?.imports ?? [])]);
        const home = files.find(
          (file) => file.type === 'chunk' && FIRST_SCREEN.test(file.facadeModuleId ?? ''),
        );
        const scripts = home?.type === 'chunk' ? [home.fileName, ...home.imports] : [];
        const surplus = [...alreadyThere, ...scripts].find((file) => LATER.test(file ?? ''));
        if (surplus) {
          throw new Error(
            `home loads ${surplus}: what it needs must not be LATER in vite.config.ts`,
          );
        }
        const tags = scripts
          .filter((file) => !alreadyThere.has(file))
          .map((file) => tag({ rel: 'modulepreload', crossorigin: '', href: `/${file}` }));
        const fonts = files.filter(({ fileName }) => FONT.test(fileName));
        if (fonts.length !== 1) throw new Error(`${fonts.length} fonts would be preloaded`);
        return [...tags, ...fonts.map(({ fileName }) => fontTag(fileName))];
      },
    },
  };
}

const tag = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
});

const fontTag = (file: string) =>
  tag({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` });
