/** Unpacks the compressed copy of a database cluster into a folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** By the system's program, as `tar -xz` by hand would. */
export async function unpack(source: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const child = spawn('tar', ['-xz', '--no-same-owner', '-f', '-', '-C', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined);
  try {
    await pipeline(Readable.from(source, { objectMode: false }), child.stdin);
  } catch (error) {
    child.kill('SIGKILL');
    // A program that ended early tells more than the broken pipe.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar could not unpack the database: ${output.trim()}`);
}
