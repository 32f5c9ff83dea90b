/** Starts the bench's own helper processes from the bundle and talks with them. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The processes that `run.mjs` bundles beside the main one. */
export type HelperName =
  | 'orders-load'
  | 'orders-floor'
  | 'liabilities-build'
  | 'feed-server'
  | 'feed-load';

export class Helper {
  private readonly child: ChildProcess;

  constructor(name: HelperName) {
    this.child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)));
  }

  /** Sends a message and returns the next answer. @throws Error if the process ends first */
  async ask<Answer>(message: object): Promise<Answer> {
    const ended = new AbortController();
    const exit = once(this.child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('a helper process of the bench ended');
    });
    this.child.send(message);
    try {
      const [answer] = (await Promise.race([once(this.child, 'message'), exit])) as [Answer];
      return answer;
    } finally {
      exit.catch(() => undefined);
      ended.abort();
    }
  }

  stop(): void {
    this.child.disconnect();
  }
}
