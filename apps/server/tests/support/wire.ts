/** The network between an instance and a server on this machine: it can be cut, and what the instance writes can be delayed. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { limit } from './pass-time.ts';

export interface Wire {
  /** Where the instance connects. */
  readonly port: number;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  /** What the instance writes from now on arrives this much later, in order. */
  delay(ms: number): void;
  /** As it was at first. */
  heal(): void;
  close(): Promise<void>;
}

export async function openWire(target: number): Promise<Wire> {
  const ends = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const end of [near, far]) end.setNoDelay(true);
    near.on('data', (chunk: Buffer) => {
      if (delayMs === 0) far.write(chunk);
      else limit(delayMs, () => far.write(chunk));
    });
    far.pipe(near);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = () => {
    for (const end of ends) end.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      endAll();
    },
    delay(ms) {
      delayMs = ms;
    },
    heal() {
      // Connections with delayed bytes end, so that no later byte overtakes them.
      if (delayMs > 0) endAll();
      isCut = false;
      delayMs = 0;
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
