/** A proxy to a server that can be unplugged, and that finds the server again after a restart. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Cable {
  readonly url: string;
  /** The name of the source: host and port. */
  readonly host: string;
  /** Closes all connections and refuses new ones. */
  unplug(): void;
  plug(): void;
  close(): Promise<void>;
}

export async function layCable(target: () => string): Promise<Cable> {
  const ends = new Set<Socket>();
  let isPlugged = true;
  const server = createServer((near) => {
    if (!isPlugged) {
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
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://${host}`,
    host,
    unplug() {
      isPlugged = false;
      cut();
    },
    plug() {
      isPlugged = true;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
