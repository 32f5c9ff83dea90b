/** One keep-alive HTTP connection with one request in flight, and as little work per request as Node allows. */
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LENGTH = 'content-length: ';

export class HttpConnection {
  private readonly socket: Socket;
  private received = '';
  private answer: ((body: string) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => this.take(part));
    socket.on('error', (error) => this.fail?.(error));
    socket.on('close', () => this.fail?.(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new HttpConnection(socket)));
    });
  }

  /** Sends a whole request as text and returns the body of the answer. */
  send(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
      if (this.socket.destroyed) reject(new Error('the connection is closed'));
      else this.socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.fail = undefined;
    this.socket.destroy();
  }

  private take(part: string): void {
    this.received = this.received === '' ? part : this.received + part;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const lengthAt = this.received.indexOf(LENGTH) + LENGTH.length;
    const length = Number.parseInt(this.received.slice(lengthAt, lengthAt + 10), 10);
    const bodyAt = headEnd + HEAD_END.length;
    if (this.received.length < bodyAt + length) return;
    const body = this.received.slice(bodyAt, bodyAt + length);
    this.received = '';
    this.answer?.(body);
  }
}
