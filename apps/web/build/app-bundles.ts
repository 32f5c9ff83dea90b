/**
 * More bundles of the app's own source, made while the app is built: one draws home, one runs before the first paint, one is the
 * worker, one is the console's preview.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';

/** Home is drawn and no other page: what those load would want a real browser. */
const homeAlone: Plugin = {
  name: 'tern-home-alone',
  resolveDynamicImport: (path) =>
    typeof path === 'string' ? { id: path, external: true } : undefined,
};

const alone = (root: string): InlineConfig => ({
  root,
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  publicDir: false,
});

/** Bundles `src/app/first-frame.tsx` for Node and answers the file; `texts` knows the address of the texts. */
export async function bundleDrawing(root: string, texts: Plugin): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'tern-first-frame-'));
  await build({
    ...alone(root),
    plugins: [texts, react(), homeAlone],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/first-frame.tsx',
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'first-frame.mjs' } },
    },
  });
  return join(outDir, 'first-frame.mjs');
}

/** A file of `src` with all it imports, as one plain script. */
export async function bundleScript(root: string, file: string): Promise<string> {
  const built = await build({
    ...alone(root),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src', file), output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${file} was not bundled`);
  const [{ code }] = output.output;
  return code.trim();
}

/** `preview.html` with all it loads, by path below `base`. */
export async function bundlePreview(
  root: string,
  { base, plugins }: { base: string; plugins: Plugin[] },
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const built = await build({
    ...alone(root),
    base,
    plugins: [...plugins, react()],
    build: {
      write: false,
      target: 'es2022',
      cssMinify: 'lightningcss',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, 'preview.html') },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('the preview was not bundled');
  return new Map(
    output.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
}

/** `src/app/first-paint.ts` as a script that stands inside a page. */
export async function bundleFirstPaint(root: string): Promise<string> {
  const code = await bundleScript(root, 'app/first-paint.ts');
  if (code.includes('</script')) throw new Error('first-paint.ts would end its own element');
  return code;
}
