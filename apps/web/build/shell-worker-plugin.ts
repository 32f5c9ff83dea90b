/** Writes `/shell-worker.js`: the worker with the list of this build's own files in front (ADR 35). */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { bundleScript } from './app-bundles.ts';
import { addressOf, compileAll } from './messages-plugin.ts';

/** What the app draws with. Fonts of other scripts are kept once a page has used them. */
const SHELL_FILE = /^assets\/[^/]+\.(js|css|svg)$|^assets\/geist-latin-wght-normal-.*\.woff2$/;

export function shellWorkerPlugin(root: string, textsFolder: string): Plugin {
  let bundling: Promise<string>;
  return {
    name: 'tern-shell-worker',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      bundling = bundleScript(root, 'platform/shell/shell-worker.ts');
      // Awaited at the end; a build that fails before must not also fail of this.
      bundling.catch(() => undefined);
    },
    async generateBundle(_options, bundle) {
      const script = await bundling;
      const texts = compileAll(textsFolder);
      const names = Object.keys(bundle);
      const files = names.filter((name) => SHELL_FILE.test(name)).map((name) => `/${name}`);
      const page = bundle['index.html'];
      const hash = createHash('sha256').update(names.join()).update(script);
      if (page?.type === 'asset') hash.update(page.source);
      const shell = {
        version: hash.digest('base64url').slice(0, 8),
        files,
        texts: addressOf(texts),
        parts: partsOf(texts),
      };
      const source = `const SHELL = ${JSON.stringify(shell)};\n${script}`;
      this.emitFile({ type: 'asset', fileName: 'shell-worker.js', source });
    },
  };
}

const partsOf = (texts: ReadonlyMap<string, string>): string[] => [
  ...new Set([...texts.keys()].map((path) => path.replace(/^.*\/|\.json$/g, ''))),
];
