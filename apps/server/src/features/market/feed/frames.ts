/** Frames of the market socket: gzip of one JSON object, sent as binary, and never piled up for slow readers. */
import { gzipSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import { exactJson } from './exact-json.ts';

/** Beyond this a reader is slow: what it misses comes in one message once it has caught up. */
const SLOW_BYTES = 256 * 1024;
/** Beyond this it is cut. */
const LOST_BYTES = 1024 * 1024;

export type Frame = Buffer;

export function frameOf(message: unknown): Frame {
  return gzipSync(exactJson(message));
}

/** Sends an answer, also to a slow reader; one that is lost is cut. */
export function sendAnswer(socket: WebSocket, frame: Frame): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > LOST_BYTES) socket.terminate();
  else socket.send(frame);
}

/** False when the reader is too slow to be sent anything now. */
export function trySend(socket: WebSocket, frame: Frame): boolean {
  if (isSlow(socket)) return false;
  if (socket.readyState === socket.OPEN) socket.send(frame);
  return true;
}

export function isSlow(socket: WebSocket): boolean {
  return socket.bufferedAmount > SLOW_BYTES;
}
