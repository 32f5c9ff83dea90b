/** How the member app is built and served while it is worked on. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from './build/compress-plugin.ts';
import { messagesPlugin } from './build/messages-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SERVER = 'http://localhost:8080';

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [messagesPlugin(here('./src/locales')), react(), preloadPlugin(), compressPlugin()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every screen needs travels in two files: dozens of small ones would queue on a phone.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            {
              name: 'base',
              minShareCount: 3,
              test: /(packages\/(ui|money)|apps\/web)\/src\/(?!features|locales)/,
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
