/** One client of a feed with as little work per message as Node allows: counts frames, and reads them only if requested. */
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** Called for every message after the first content. */
export interface MessageReceiver {
  /** `at` is the time in the message, only for sockets that read; epoch milliseconds. */
  received(socket: FeedSocket, at: number | undefined): void;
}

export interface FeedAddress {
  readonly port: number;
  /** None if everything is sent without a subscription. */
  readonly topics: readonly string[];
}

const UPGRADE =
  'GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const HEAD_END = Buffer.from('\r\n\r\n');
/** A feed's query whether everything before was read, always empty, and its answer. */
const PING = 0x89;
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
/** The sockets of a thread are read one after the other with one shared buffer. */
const READ = Buffer.alloc(64 * 1024);

export class FeedSocket {
  /** Reads messages instead of only counting them. */
  readonly isReader: boolean;
  messages = 0;
  lastAt = 0;
  readonly #socket: Socket;
  readonly #receiver: MessageReceiver;
  /** Remaining bytes of the current frame. */
  #skip = 0;
  /** An incomplete frame or answer. */
  #rest = Buffer.alloc(0);
  #isOpen = false;
  readonly #opened: Promise<void>;

  constructor(
    address: FeedAddress,
    { isReader, receiver }: { isReader: boolean; receiver: MessageReceiver },
  ) {
    this.isReader = isReader;
    this.#receiver = receiver;
    let open = (): void => undefined;
    let fail: (error: Error) => void = () => undefined;
    this.#opened = new Promise((resolve, reject) => {
      open = resolve;
      fail = reject;
    });
    this.#opened.catch(() => undefined);
    this.#socket = connect({
      port: address.port,
      host: '127.0.0.1',
      onread: {
        buffer: READ,
        callback: (length) => {
          const part = READ.subarray(0, length);
          if (this.#isOpen) this.#take(part);
          else if (this.#takeAnswer(part)) {
            for (const topic of address.topics) this.#socket.write(textFrame({ sub: topic }));
            open();
          }
          return true;
        },
      },
    });
    this.#socket.setNoDelay(true);
    this.#socket.on('connect', () => this.#socket.write(UPGRADE));
    this.#socket.on('error', fail);
    this.#socket.on('close', () => fail(new Error('the feed closed the connection')));
  }

  opened(): Promise<void> {
    return this.#opened;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Immediately, and without leaving the port occupied. */
  cut(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.resetAndDestroy();
  }

  #takeAnswer(part: Buffer): boolean {
    this.#rest = Buffer.concat([this.#rest, part]);
    const end = this.#rest.indexOf(HEAD_END);
    if (end < 0) return false;
    const after = this.#rest.subarray(end + HEAD_END.length);
    this.#rest = Buffer.alloc(0);
    this.#isOpen = true;
    if (after.length > 0) this.#take(after);
    return true;
  }

  #take(part: Buffer): void {
    let at = 0;
    if (this.#rest.length > 0) {
      part = Buffer.concat([this.#rest, part]);
      this.#rest = Buffer.alloc(0);
    }
    for (;;) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, part.length - at);
        at += skipped;
        this.#skip -= skipped;
        if (this.#skip > 0) return;
      }
      if (at >= part.length) return;
      if (part[at] === PING) {
        if (part.length - at < 2) {
          this.#rest = Buffer.from(part.subarray(at));
          return;
        }
        at += 2;
        this.#socket.write(PONG);
        continue;
      }
      const head = headOf(part, at);
      // A frame to be read must be complete, one to be counted needs its head only.
      const needed = head === undefined ? Number.POSITIVE_INFINITY : at + head.size;
      if (head === undefined || (this.isReader && needed > part.length)) {
        this.#rest = Buffer.from(part.subarray(at));
        return;
      }
      if (this.isReader) {
        this.#read(part.subarray(at + head.headSize, needed));
        at = needed;
      } else {
        this.#skip = head.size;
        this.#publish(undefined);
      }
    }
  }

  #read(payload: Buffer): void {
    const message = JSON.parse(gunzipSync(payload).toString()) as { ch?: string; ts: number };
    if (message.ch !== undefined) this.#publish(message.ts);
  }

  #publish(at: number | undefined): void {
    this.messages += 1;
    if (at !== undefined) this.lastAt = at;
    this.#receiver.received(this, at);
  }
}

function headOf(bytes: Buffer, at: number): { headSize: number; size: number } | undefined {
  if (bytes.length - at < 2) return undefined;
  const short = bytes[at + 1]!;
  if (short < 126) return { headSize: 2, size: 2 + short };
  if (bytes.length - at < 4) return undefined;
  return { headSize: 4, size: 4 + bytes.readUInt16BE(at + 2) };
}

/** A client frame, masked with zeros. */
function textFrame(message: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}
