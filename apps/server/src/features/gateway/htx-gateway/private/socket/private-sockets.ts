/** All connections to `/ws/v2` of this process: their heartbeat, their limit per key, and their end with the key. */
import type { Bus } from '../../../../../platform/bus.ts';
import type { SocketEndpoint } from '../../../../../platform/feature.ts';
import { SESSION_ENDED } from '../../../../../kernel/events/live-feed.ts';
import { KEY_DELETED } from '../../../keys/index.ts';
import { PrivateSocket, type PrivateSocketDeps } from './private-socket.ts';

export interface PrivateSockets {
  endpoint: SocketEndpoint;
  start(): void;
  stop(): void;
}

export interface PrivateSocketsDeps extends Omit<PrivateSocketDeps, 'admit'> {
  bus: Bus;
  /** HTX's is 20 seconds. */
  pingEveryMs: number;
}

const CONNECTIONS_PER_KEY = 10;
const KEY_INVALID = 'the key is no longer valid';

export function createPrivateSockets(deps: PrivateSocketsDeps): PrivateSockets {
  const sockets = new Set<PrivateSocket>();
  const endings: (() => void)[] = [];
  const ofKey = (keyId: number) => [...sockets].filter((socket) => socket.access?.keyId === keyId);
  const admit = ({ access }: PrivateSocket) => ofKey(access!.keyId).length <= CONNECTIONS_PER_KEY;

  /** The key may be invalid after a new password or a ban, or deleted by another process. */
  async function recheck(socket: PrivateSocket): Promise<void> {
    if (socket.access === undefined) return;
    const access = await deps.authorization.reload(socket.access.accessKey);
    if (access === undefined) socket.close(KEY_INVALID);
  }
  const recheckAll = (chosen: Iterable<PrivateSocket>) => {
    for (const socket of chosen) {
      recheck(socket).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'a key could not be rechecked');
      });
    }
  };

  return {
    endpoint: {
      path: '/ws/v2',
      accept(socket, request, { address }) {
        const accepted = new PrivateSocket({ ...deps, admit }, socket, { request, address });
        sockets.add(accepted);
        socket.on('close', () => sockets.delete(accepted));
      },
    },
    start() {
      const heartbeat = setInterval(() => {
        for (const socket of sockets) socket.ping();
        recheckAll(sockets);
      }, deps.pingEveryMs);
      endings.push(
        () => clearInterval(heartbeat),
        deps.bus.subscribe(KEY_DELETED, (keyId) => {
          for (const socket of ofKey(keyId as number)) socket.close(KEY_INVALID);
        }),
        deps.bus.subscribe(SESSION_ENDED, (message) => {
          const { memberId } = message as { memberId: number };
          recheckAll([...sockets].filter(({ access }) => access?.memberId === memberId));
        }),
      );
    },
    stop() {
      for (const end of endings.splice(0)) end();
    },
  };
}
