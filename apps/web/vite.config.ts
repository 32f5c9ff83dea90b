/** How the member app is built and served while it is worked on. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import inRem from 'postcss-pxtorem';
import { defineConfig } from 'vite';
import { compressPlugin } from './build/compress-plugin.ts';
import { firstPagePlugin } from './build/first-page-plugin.ts';
import { messagesPlugin } from './build/messages-plugin.ts';
import { phoneMetadataPlugin } from './build/phone-metadata-plugin.ts';
import { previewPlugin } from './build/preview-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { shellWorkerPlugin } from './build/shell-worker-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Kit, money, kernel, platform: code that several features share. */
const SHARED = /(packages\/(ui|money)|apps\/web)\/src\/(?!features|locales)/;
/** Shared code that home does not need: home's first load has a budget (bench: home). */
const LATER =
  /packages\/ui\/src\/((fields|overlays)\/(?!toast)|content\/(skeleton-shapes|figures|progress-bar|row|card)|actions\/tabs|icons\/(account|control)-icons|numbers\/read-number)|features\/funding\/request\/|platform\/(device-key|http\/(upload-progress|fetch-file))|kernel\/(save-file|operator-details|service-draft|check-headline|image-upload|second-factor\/(?!confirmation-(requests|place))|fiat-sheet|market-choice\/|products\/|csv|every-row|last-viewed|cached-pages|quotes\/(depth-levels|feed-health|use-throttled)|exact-|record-|article-|coin-networks|lists|email|empty-state|member[.]|account-status|submit|form|paged-list|idempotent-attempt|rate[.]|ratio-text|amount-|step-list|use-quote|copyable|qr-code|report-error)/;
/** Features and slices of funding, but for home and those whose screens are large or opened alone. `index.ts` declares the routes. */
const SMALL_FEATURE =
  /apps\/web\/src\/features\/(?:funding\/(?!request\/)|(?!(?:auth|funding|market|site)\/))([\w-]+)\/(?!index[.])/;
/** What the page itself loads: no list of a screen's files has to name it. */
const IN_EVERY_PAGE = /^assets\/(base|react|rolldown-runtime)-/;
const SERVER = 'http://localhost:8080';

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [
    messagesPlugin(here('./src/locales')),
    phoneMetadataPlugin(),
    react(),
    preloadPlugin(),
    firstPagePlugin(here('.'), here('./src/locales')),
    previewPlugin(here('.'), here('./src/locales')),
    shellWorkerPlugin(here('.'), here('./src/locales')),
    compressPlugin(),
  ],
  // Styles are written in the pixels of the design, and grow with the member's own font size; hairlines stay.
  css: {
    postcss: {
      plugins: [inRem({ propList: ['*'], unitPrecision: 6, minPixelValue: 2, mediaQuery: true })],
    },
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    cssMinify: 'lightningcss',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !IN_EVERY_PAGE.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Home's script lists the names of all files. Seven characters are 42 bits: enough to tell the versions of one file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What every screen needs travels in two files: dozens of small ones would queue on a phone.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            {
              name: 'base',
              minShareCount: 3,
              test: (id) => SHARED.test(id) && !LATER.test(id),
            },
            // Home lists all files by name, so small features are one file each, with the screens that lead to each other.
            {
              name: (id) => SMALL_FEATURE.exec(id)?.[1] ?? 'feature',
              test: SMALL_FEATURE,
              includeDependenciesRecursively: false,
            },
            // With what it imports it would take along what home needs too, and home would load it all.
            {
              name: 'later',
              minShareCount: 3,
              test: LATER,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/ws': { target: SERVER, ws: true },
    },
  },
});
