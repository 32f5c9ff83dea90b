/**
 * Builds the preview that the operators' console shows in a frame, below `/preview/`: a bundle of its own, so that the members'
 * app loads nothing of it.
 */
import type { Plugin } from 'vite';
import { bundlePreview } from './app-bundles.ts';
import { messagesPlugin } from './messages-plugin.ts';
import { phoneMetadataPlugin } from './phone-metadata-plugin.ts';

const FOLDER = 'preview';
/** The texts are those of the app, at the same address. */
const TEXTS = /^assets\/texts-/;

export function previewPlugin(root: string, textsFolder: string): Plugin {
  let bundling: ReturnType<typeof bundlePreview>;
  return {
    name: 'tern-preview',
    apply: 'build',
    buildStart() {
      const plugins = [messagesPlugin(textsFolder), phoneMetadataPlugin()];
      bundling = bundlePreview(root, { base: `/${FOLDER}/`, plugins });
      // Awaited at the end; a build that fails before must not also fail of this.
      bundling.catch(() => undefined);
    },
    async generateBundle() {
      for (const [path, source] of await bundling) {
        if (TEXTS.test(path)) continue;
        const fileName = `${FOLDER}/${path === 'preview.html' ? 'index.html' : path}`;
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
