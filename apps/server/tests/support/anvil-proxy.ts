/** A proxy of a node: closed, it answers no call, or drops the calls of one method before or after the node has received them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AnvilProxy {
  url: string;
  /** Blocks all calls until `open`, or one method. `after`: the node executes the call, and its answer is lost. */
  close(method?: string, cut?: 'before' | 'after'): void;
  open(): void;
  /** Does this before each call is passed on, until `open`. */
  watch(work: () => Promise<void>): void;
  /** Replaces the node's answer. */
  answer(method: string, result: unknown): void;
  /** How often a method was called. */
  count(method: string): number;
  stop(): void;
}

export async function anvilProxy(target: string): Promise<AnvilProxy> {
  let closed: { method: string | undefined; cut: 'before' | 'after' } | undefined;
  let watcher: (() => Promise<void>) | undefined;
  const answers = new Map<string, unknown>();
  const counts = new Map<string, number>();
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method, id } = JSON.parse(body) as { method: string; id: number };
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const isCut = closed !== undefined && (closed.method ?? method) === method;
    if (isCut && closed?.cut === 'before') return request.socket.destroy();
    await watcher?.();
    const headers = { 'content-type': 'application/json' };
    const own = answers.get(method);
    const text =
      own === undefined
        ? await (await fetch(target, { method: 'POST', headers, body })).text()
        : JSON.stringify({ jsonrpc: '2.0', id, result: own });
    if (isCut) return request.socket.destroy();
    return response.writeHead(200, headers).end(text);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (method, cut = 'before') => (closed = { method, cut }),
    open() {
      closed = undefined;
      watcher = undefined;
      answers.clear();
    },
    watch: (work) => (watcher = work),
    answer: (method, result) => answers.set(method, result),
    count: (method) => counts.get(method) ?? 0,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
