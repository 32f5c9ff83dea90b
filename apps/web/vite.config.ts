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
/** Code that several features share: kit, money, kernel, platform, and the rest of the query library. A QR code is drawn by few, and few name countries; what products share, or what fetches and checks files of the public log, only their pages load. */
const SHARED =
  /(packages\/(ui|money)|apps\/web)\/src\/(?!features|locales|kernel\/(?:qr-code|check-headline|countries|products\/|public-log\/)|platform\/http\/fetch-file)|node_modules\/@tanstack\//;
/** Features and slices of funding, but for home, those whose screens are large or opened alone, and what several pages or only a scan need. `index.ts` declares the routes. */
const SMALL_FEATURE =
  /apps\/web\/src\/features\/[\w-]+\/(?:funding\/(?!request\/|address-book\/api|scan\/check-address)|(?!(?:auth|funding|market|site)\/))([\w-]+)\/(?!index[.])/;
/** What the page itself loads: no list of a screen's files has to name it. */
const IN_EVERY_PAGE = /^assets\/(index|react|rolldown-runtime)-/;
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
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // Scripts list the names of the files that they open. Seven characters are 42 bits: enough to tell the versions of one file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Home travels in two files: dozens of small ones would queue on a phone. What it needs, and nothing else, is in the entry.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
            },
            { name: 'index', tags: ['$initial'] },
            // Small features are one file each, with the screens that lead to each other.
            {
              name: (id) => SMALL_FEATURE.exec(id)?.[1] ?? 'feature',
              test: SMALL_FEATURE,
              includeDependenciesRecursively: false,
            },
            {
              name: 'funding',
              test: /features\/money\/funding\/(?:request\/|address-book\/api)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'later',
              minShareCount: 3,
              test: SHARED,
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
      '/coin-pictures': SERVER,
    },
  },
});
