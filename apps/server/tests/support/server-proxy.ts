/** A proxy to a server that can be cut off, and that finds the server again after a restart. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface ServerProxy {
  readonly url: string;
  /** The name of the source: host and port. */
  readonly host: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openProxy(target: () => string): Promise<ServerProxy> {
  const ends = new Set<Socket>();
  let isOpen = true;
  const server = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = connect(Number(new URL(target()).port), '127.0.0.1');
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.pipe(other);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endAll = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://${host}`,
    host,
    cut() {
      isOpen = false;
      endAll();
    },
    restore() {
      isOpen = true;
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
