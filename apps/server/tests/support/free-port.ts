/** Ports of this machine that nothing listens on. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems hand out to outgoing connections (32768 on Linux): one of those may be taken by a connection of
 * another test before the test's own program listens on it.
 */
const FROM = 10_240;
const TO = 32_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** The first of `count` ports in a row. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = FROM + Math.floor(Math.random() * (TO - FROM - count));
    const ports = Array.from({ length: count }, (_one, at) => first + at);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

export const freePort = (): Promise<number> => freePorts(1);
