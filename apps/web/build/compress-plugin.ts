/** Writes `.br` and `.gz` beside every text file of the build, so that serving it costs nothing. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
/** Below this the headers weigh more than what is saved. */
const WORTHWHILE_BYTES = 1024;

function compressFile(file: string): void {
  const content = readFileSync(file);
  if (content.length < WORTHWHILE_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

export function compressPlugin(): Plugin {
  let folder = '';
  return {
    name: 'tern-compress',
    apply: 'build',
    // A build may go to another folder than the usual one, and be put in place when it is whole.
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // Not at closing: that also happens to a build that failed, and would hide why.
    writeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && TEXT.test(entry.name)) {
          compressFile(join(entry.parentPath, entry.name));
        }
      }
    },
  };
}
