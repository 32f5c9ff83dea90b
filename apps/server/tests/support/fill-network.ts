/** Fills the buffers of the system on the way to a client that does not read, so that the next messages wait in this process. */
import type { WebSocket } from 'ws';
import { passTime } from './pass-time.ts';

const CHUNK_BYTES = 128 * 1024;
/** Whatever the system takes, it has taken by then. */
const SETTLED_MS = 50;

/** `socket` is the server's end. */
export async function fillNetwork(socket: WebSocket): Promise<void> {
  while (socket.bufferedAmount === 0) {
    while (socket.bufferedAmount === 0) socket.send(Buffer.alloc(CHUNK_BYTES));
    await passTime(SETTLED_MS, 'the system moves bytes between its buffers');
  }
}
