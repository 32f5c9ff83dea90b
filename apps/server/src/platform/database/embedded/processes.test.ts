import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { signalProcess } from './processes.ts';

it('a process that has ended meanwhile is signalled without an error', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
  expect(signalProcess(child.pid!, 'SIGKILL')).toBe(true);
  await once(child, 'exit');
  expect(signalProcess(child.pid!, 'SIGKILL')).toBe(false);
});
