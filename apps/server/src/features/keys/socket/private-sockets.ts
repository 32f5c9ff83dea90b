/** All connections to `/ws/v2` of this process: their heartbeat, their number per key, and their end with the key. */
import type { Bus } from '../../../platform/bus.ts';
import type { SocketEndpoint } from '../../../platform/feature.ts';
import { SESSION_ENDED } from '../../../kernel/events/live-feed.ts';
import { KEY_ENDED } from '../delete-key.ts';
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

export function createPrivateSockets(deps: PrivateSocketsDeps): PrivateSockets {
  const sockets = new Set<PrivateSocket>();
  const endings: (() => void)[] = [];
  const ofKey = (keyId: number) => [...sockets].filter((socket) => socket.access?.keyId === keyId);
  const admit = ({ access }: PrivateSocket) => ofKey(access!.keyId).length <= CONNECTIONS_PER_KEY;

  /** A new password, a ban or another process may have ended the key. */
  async function recheck(socket: PrivateSocket): Promise<void> {
    if (socket.access === undefined) return;
    const access = await deps.authorization.again(socket.access.accessKey);
    if (access === undefined) socket.close('the key is no more');
  }
  const recheckAll = (chosen: Iterable<PrivateSocket>) => {
    for (const socket of chosen) {
      recheck(socket).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'a key could not be checked again');
      });
    }
  };

  return {
    endpoint: {
      path: '/ws/v2',
      accept(socket, request, address) {
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
        deps.bus.subscribe(KEY_ENDED, (keyId) => {
          for (const socket of ofKey(keyId as number)) socket.close('the key is no more');
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
