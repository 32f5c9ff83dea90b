/** Runs one of the commands of `tools/`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Printed {
  readonly code: number | null;
  readonly output: string;
}

/** Shape: `tool` is the file's name, `verify.mjs`. */
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
