/** A socket that joins what is written in one turn of the event loop into one packet. */
import { Socket } from 'node:net';

/**
 * Statements that are pipelined together reach the server together: one system call and one wake-up of the
 * server's process instead of one per statement, which costs more than the statement itself on a busy machine.
 */
export class JoinedSocket extends Socket {
  private isJoining = false;

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    if (!this.isJoining) {
      this.isJoining = true;
      this.cork();
      // After the promises that are settled now, which may have more to send.
      process.nextTick(() => {
        this.isJoining = false;
        this.uncork();
      });
    }
    return super.write(chunk, ...(rest as []));
  }
}
