/** Sockets of an instance that is about to stop or is behind: they are told to move to another one, not all at the same moment. */
import type { WebSocket } from 'ws';

/** "Service restart": the client connects again, to whichever instance the load balancer chooses. */
const SERVICE_RESTART = 1012;
/** The load balancer first has to learn that this instance is not ready. */
const BEGINS_AT = 0.5;
/** The rest is for answers to the last ones. */
const ENDS_AT = 0.9;

export interface SocketMoves {
  add(socket: WebSocket): void;
  /** New sockets are refused: they would be closed at once. */
  isMoving(): boolean;
  /** Closes all sockets, evenly spread over the second half of the time. Units: milliseconds. */
  begin(withinMs: number): void;
  /**
   * While away, new sockets are refused, and those that were open at its begin are closed, evenly spread over the time.
   * Units: milliseconds.
   */
  setAway(isAway: boolean, withinMs: number): void;
  /** Ends the timers. */
  stop(): void;
}

export function createSocketMoves(): SocketMoves {
  const open = new Set<WebSocket>();
  const timers: NodeJS.Timeout[] = [];
  let isMoving = false;
  let isAway = false;
  const closeAll = (withinMs: number) => {
    const sockets = [...open];
    const stepMs = withinMs / Math.max(1, sockets.length);
    sockets.forEach((socket, index) => {
      timers.push(setTimeout(() => socket.close(SERVICE_RESTART, 'connect again'), index * stepMs));
    });
  };
  return {
    add(socket) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    },
    isMoving: () => isMoving || isAway,
    begin(withinMs) {
      const move = () => {
        isMoving = true;
        closeAll((ENDS_AT - BEGINS_AT) * withinMs);
      };
      timers.push(setTimeout(move, BEGINS_AT * withinMs));
    },
    setAway(isNowAway, withinMs) {
      if (isNowAway && !isAway) closeAll(withinMs);
      isAway = isNowAway;
    },
    stop: () => timers.forEach(clearTimeout),
  };
}
