/** A socket that joins what is written in one turn of the event loop into one packet. */
import { Socket } from 'node:net';

/**
 * Statements that are pipelined together reach the server together: one system call and one wake-up of the
 * server's process instead of one per statement, which costs more than many a statement itself.
 */
export class JoinedSocket extends Socket {
  private isJoining = false;

  /**
   * The driver corks around each prepared statement; the first of a turn keeps the cork in until the turn ends.
   * `write` cannot be the place: `connect` puts Node's own back.
   */
  override cork(): void {
    super.cork();
    if (this.isJoining) return;
    this.isJoining = true;
    super.cork();
    // After the promises that are settled now, which may have more to send.
    process.nextTick(() => {
      this.isJoining = false;
      super.uncork();
    });
  }
}
