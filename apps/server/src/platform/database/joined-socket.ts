/** A socket that sends all writes of one turn of the event loop as one packet. */
import { Socket } from 'node:net';

/**
 * Pipelined statements reach the server together: one system call and one wake-up of the server's process instead of one
 * per statement, which often cost more than the statement.
 */
export class JoinedSocket extends Socket {
  private isJoining = false;

  /**
   * The driver corks and uncorks around each prepared statement; the first cork of a turn lasts until the turn ends.
   * `write` cannot be overridden instead: `connect` restores Node's own.
   */
  override cork(): void {
    super.cork();
    if (this.isJoining) return;
    this.isJoining = true;
    super.cork();
    // After the promises that are resolved now, which may send more.
    process.nextTick(() => {
      this.isJoining = false;
      super.uncork();
    });
  }
}
