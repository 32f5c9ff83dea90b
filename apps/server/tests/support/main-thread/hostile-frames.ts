/** Frames that try to block the main thread, on every socket of the server. */
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { hostileText, pick } from './hostile-texts.ts';
import { passTime } from '../pass-time.ts';

export const SOCKETS = ['/ws', '/feed', '/ws/v2', '/api/live'] as const;
/** The server accepts 16 KiB; one byte more ends the connection. */
const FRAME_LENGTH = 16_000;
const FIELDS = [
  'sub',
  'unsub',
  'req',
  'ping',
  'pong',
  'action',
  'ch',
  'params',
  'token',
  'after',
  'id',
  'data',
] as const;

export function hostileFrame(chance: () => number): string | Buffer {
  const kind = pick(chance, ['field', 'field', 'field', 'deep', 'keys', 'bytes', 'text']);
  const text = hostileText(chance, FRAME_LENGTH / 6, 'any');
  if (kind === 'bytes') return Buffer.from(text);
  if (kind === 'text') return text;
  if (kind === 'deep') return '['.repeat(FRAME_LENGTH / 2) + ']'.repeat(FRAME_LENGTH / 2);
  if (kind === 'keys')
    return `{${Array.from({ length: 1_000 }, (_each, at) => `"k${at}":1`).join(',')}}`;
  const field = pick(chance, FIELDS);
  const prefix = pick(chance, [
    '',
    'market.',
    'market.btcusdt.kline.',
    'orders#',
    'accounts.update#',
    'market.btcusdt.depth.step',
  ]);
  return JSON.stringify({
    action: pick(chance, ['sub', 'req', 'unsub', 'ping']),
    [field]: prefix + text,
    [pick(chance, FIELDS)]: pick(chance, [text, 1e300, -1, null, [text], { a: text }]),
  });
}

/** Opens a socket, sends the frames one after the other and closes it. */
export async function sendFrames(
  url: string,
  path: string,
  frames: readonly (string | Buffer)[],
): Promise<void> {
  const socket = new WebSocket(url.replace('http', 'ws') + path);
  socket.on('error', () => undefined);
  await new Promise((resolve) => {
    socket.once('open', resolve);
    socket.once('close', resolve);
  });
  for (const frame of frames) {
    if (socket.readyState !== socket.OPEN) break;
    socket.send(frame);
  }
  await passTime(50, 'the frames arrive in another process');
  socket.terminate();
}

/** Writes all bytes to a connection in one go, and briefly reads the answers. */
export async function sendBytes(url: string, bytes: string | Buffer): Promise<void> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
  socket.resume();
  await passTime(400, 'the bytes arrive in another process, which may answer none of them');
  socket.destroy();
}

/** The bytes of a client frame with a mask of zeros (RFC 6455 §5.2). */
export function frameBytes(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

export const upgradeTo = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
