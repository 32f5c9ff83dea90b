/** When a connection to HTX's market socket is given up: silent, of no use, nonsense, too much, or not read. */
import type { WebSocket } from 'ws';
import type { HtxHeard } from './htx-messages.ts';
import type { SocketTiming } from './htx-timing.ts';

/** Messages in a row that are nothing; then the connection is no use. */
const GARBAGE_MAX = 20;
/** What may be said in a second; thirty busy markets say less than a tenth of it. Units: characters of text. */
const TEXT_A_SECOND_MAX = 4 * 1024 * 1024;
/** What reading any message costs besides its text, and what one costs that is nothing. */
const MESSAGE_COST = 500;
const GARBAGE_COST = 128 * 1024;
/** Our own words that wait in the process: pings and topics are a few hundred bytes. */
const UNREAD_BYTES_MAX = 64 * 1024;

export interface Patience {
  /** From the moment the connection is open. */
  begin(): void;
  /** False when the connection was given up over this message. */
  bears(heard: HtxHeard, length: number): boolean;
  end(): void;
}

/** Asks for a sign of life again and again; `onEnough` is told why no more is waited for. */
export function beginPatience(
  socket: WebSocket,
  timing: SocketTiming,
  listener: { now(): number; onEnough(why: string): void },
): Patience {
  let timer: ReturnType<typeof setInterval> | undefined;
  let spokeAt = performance.now();
  let toldAt = spokeAt;
  let hasSpoken = true;
  let hasTold = true;
  let garbage = 0;
  const said = { since: performance.now(), cost: 0 };
  const isTooMuch = (cost: number): boolean => {
    const now = performance.now();
    if (now - said.since >= 1_000) Object.assign(said, { since: now, cost: 0 });
    said.cost += cost;
    return said.cost > TEXT_A_SECOND_MAX;
  };
  const isUnread = () => socket.bufferedAmount > UNREAD_BYTES_MAX;
  const look = (): void => {
    // By what has been taken in: while this program stood still, nothing could be.
    const now = performance.now();
    if (hasSpoken) spokeAt = now;
    if (hasTold) toldAt = now;
    hasSpoken = false;
    hasTold = false;
    if (now - spokeAt > timing.silenceMs) return listener.onEnough('it fell silent');
    if (now - toldAt > timing.uselessMs) return listener.onEnough('it told no price');
    socket.send(JSON.stringify({ ping: listener.now() }));
  };
  // The line's own pings are answered below us.
  socket.on('ping', () => {
    if (isTooMuch(MESSAGE_COST)) listener.onEnough('it says too much');
    else if (isUnread()) listener.onEnough('it does not read what it is sent');
  });
  return {
    begin() {
      timer = setInterval(look, timing.pingMs);
    },
    bears(heard, length) {
      const isGarbage = heard.kind === 'garbage';
      hasSpoken = true;
      if (heard.kind === 'quotes') hasTold = true;
      garbage = isGarbage ? garbage + 1 : 0;
      const why = isUnread()
        ? 'it does not read what it is sent'
        : garbage > GARBAGE_MAX
          ? 'it talks nonsense'
          : isTooMuch(length + (isGarbage ? GARBAGE_COST : MESSAGE_COST))
            ? 'it says too much'
            : undefined;
      if (why !== undefined) listener.onEnough(why);
      return why === undefined;
    },
    end: () => clearInterval(timer),
  };
}
