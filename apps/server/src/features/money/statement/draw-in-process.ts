/** Runs a drawing of a PDF in a child process: it takes seconds, and memory that goes with the process (ADR 54). */
import { fork } from 'node:child_process';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { createSemaphore } from '../../../platform/semaphore.ts';

/** Each uses one core, and up to a few hundred MB for ten thousand records. */
const PROCESSES_MAX = 2;
const WAITING_MAX = 20;
const DRAW_MS_MAX = 60_000;

const inTurn = createSemaphore(PROCESSES_MAX, {
  max: WAITING_MAX,
  whenFull: () => new Refusal('busy'),
});

/** `drawing` sends `ready`, takes the task and answers with the bytes. @throws busy when too many wait; Error when the process fails */
export const drawInProcess = (drawing: URL, task: object): Promise<Uint8Array> =>
  inTurn(() => run(drawing, task));

function run(drawing: URL, task: object): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = fork(drawing, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), DRAW_MS_MAX);
    child.on('message', (message) => {
      if (message === 'ready') child.send(task);
      else resolve(message as Uint8Array);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the process that draws a PDF ended with ${code ?? signal}`));
    });
  });
}
