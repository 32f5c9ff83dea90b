/** Commands of the product: `npm run verify` within the test, which is what its program calls, or a whole program of `tools/`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runVerify } from '../../src/commands/verify/run-verify.ts';

export interface Printed {
  readonly code: number | null;
  readonly output: string;
}

/** What `npm run verify` prints and exits with, without building and starting its program: a second each. */
export async function verifyCommand(...args: readonly string[]): Promise<Printed> {
  let output = '';
  const add = (text: string) => {
    output += text;
  };
  const code = await runVerify(args, { out: add, err: add });
  return { code, output };
}

/** Starts one of the programs of `tools/`. Shape: `tool` is the file's name, `verify.mjs`. */
export function runTool(tool: string, ...args: readonly string[]): Promise<Printed> {
  const path = fileURLToPath(new URL(`../../../../tools/${tool}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}
