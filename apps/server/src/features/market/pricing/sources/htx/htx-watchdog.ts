/** Closes a connection to HTX's market socket that is idle, sends no prices, invalid or too much data, or does not read. */
import type { WebSocket } from 'ws';
import type { HtxMessage } from './htx-messages.ts';

export interface SocketTiming {
  /** Pause before the second attempt; it doubles up to `lastPauseMs`. */
  readonly firstPauseMs: number;
  readonly lastPauseMs: number;
  readonly openWithinMs: number;
  readonly pingMs: number;
  /** Closed after this long without a message. */
  readonly idleTimeoutMs: number;
  /** Closed after this long without a price. */
  readonly noPriceTimeoutMs: number;
  /** Pause before a rejected topic is subscribed again. */
  readonly resubscribeAfterMs: number;
}

/** Consecutive invalid messages. */
const INVALID_MAX = 20;
/** Thirty busy markets send less than a tenth of it. Units: characters. */
const TEXT_PER_SECOND_MAX = 4 * 1024 * 1024;
/** Added for each message, and for each invalid one. */
const MESSAGE_COST = 500;
const INVALID_COST = 128 * 1024;
/** Our unsent messages: pings and topics are a few hundred bytes. */
const UNREAD_BYTES_MAX = 64 * 1024;

export interface SocketWatchdog {
  /** Called when the connection is open. */
  begin(): void;
  /** False when this message made us give the connection up. */
  accepts(message: HtxMessage, length: number): boolean;
  end(): void;
}

/** Pings regularly; `onGiveUp` receives the reason. */
export function startWatchdog(
  socket: WebSocket,
  timing: SocketTiming,
  listener: { now(): number; onGiveUp(why: string): void },
): SocketWatchdog {
  let timer: ReturnType<typeof setInterval> | undefined;
  let receivedAt = performance.now();
  let quotedAt = receivedAt;
  let hasReceived = true;
  let hasQuoted = true;
  let invalid = 0;
  const traffic = { since: performance.now(), cost: 0 };
  const isTooMuch = (cost: number): boolean => {
    const now = performance.now();
    if (now - traffic.since >= 1_000) Object.assign(traffic, { since: now, cost: 0 });
    traffic.cost += cost;
    return traffic.cost > TEXT_PER_SECOND_MAX;
  };
  const isUnread = () => socket.bufferedAmount > UNREAD_BYTES_MAX;
  const check = (): void => {
    // Counts only messages already processed: during a pause of this process there were none.
    const now = performance.now();
    if (hasReceived) receivedAt = now;
    if (hasQuoted) quotedAt = now;
    hasReceived = false;
    hasQuoted = false;
    if (now - receivedAt > timing.idleTimeoutMs) return listener.onGiveUp('it stopped responding');
    if (now - quotedAt > timing.noPriceTimeoutMs) return listener.onGiveUp('it sent no prices');
    socket.send(JSON.stringify({ ping: listener.now() }));
  };
  // WebSocket pings are answered by the library.
  socket.on('ping', () => {
    if (isTooMuch(MESSAGE_COST)) listener.onGiveUp('it sent too much data');
    else if (isUnread()) listener.onGiveUp('it does not read our messages');
  });
  return {
    begin() {
      timer = setInterval(check, timing.pingMs);
    },
    accepts(message, length) {
      const isInvalid = message.kind === 'invalid';
      hasReceived = true;
      if (message.kind === 'quotes') hasQuoted = true;
      invalid = isInvalid ? invalid + 1 : 0;
      const why = isUnread()
        ? 'it does not read our messages'
        : invalid > INVALID_MAX
          ? 'it sent too many invalid messages'
          : isTooMuch(length + (isInvalid ? INVALID_COST : MESSAGE_COST))
            ? 'it sent too much data'
            : undefined;
      if (why !== undefined) listener.onGiveUp(why);
      return why === undefined;
    },
    end: () => clearInterval(timer),
  };
}
