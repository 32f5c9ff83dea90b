/** How long a connection to HTX's market socket is waited for, and how long its next attempt waits. */

export interface SocketTiming {
  /** The pause before the second attempt; each further one is twice as long, up to the last. */
  readonly firstPauseMs: number;
  readonly lastPauseMs: number;
  readonly openWithinMs: number;
  /** How often we ask for a sign of life. */
  readonly pingMs: number;
  /** A connection that says nothing for longer is given up. */
  readonly silenceMs: number;
  /** So is one that speaks and tells no price. */
  readonly uselessMs: number;
  /** How long after it was refused a topic is asked for again. */
  readonly askAgainMs: number;
}
