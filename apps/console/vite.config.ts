/** How the operators' console is built and served while it is worked on. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SERVER = 'http://localhost:8080';

export default defineConfig({
  root: here('.'),
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    cssMinify: 'lightningcss',
    // Its policy lets no image or font be written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: SERVER, ws: true }, '/coin-pictures': SERVER } },
});
