/** Frames of the market socket: gzip of one JSON object, sent as binary, and never piled up for slow readers. */
import { gzipSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import { exactJson } from './exact-json.ts';

/** Beyond this a reader is slow: it is spared what the next frame says again. */
const SLOW_BYTES = 256 * 1024;
/** Beyond this it is cut. */
const LOST_BYTES = 1024 * 1024;

export type Frame = Buffer;

export function frameOf(message: unknown): Frame {
  return gzipSync(exactJson(message));
}

/** Sends unless the reader is gone or slow; `isAnswer` is sent to slow readers too. */
export function sendFrame(socket: WebSocket, frame: Frame, isAnswer: boolean): void {
  if (socket.readyState !== socket.OPEN) return;
  const waiting = socket.bufferedAmount;
  if (waiting > LOST_BYTES) socket.terminate();
  else if (isAnswer || waiting <= SLOW_BYTES) socket.send(frame);
}
