/** Tells the browser in `index.html` which font the first screen needs, before any script has run. */
import type { Plugin } from 'vite';

/** Not the one of the operators' preview, which stands in a folder of its own. */
const FONT = /^assets\/geist-latin-wght-normal-.*\.woff2$/;

export function preloadPlugin(): Plugin {
  return {
    name: 'tern-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => FONT.test(name));
        if (fonts.length !== 1) throw new Error(`${fonts.length} fonts would be preloaded`);
        const [font] = fonts;
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: `/${font}`,
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
