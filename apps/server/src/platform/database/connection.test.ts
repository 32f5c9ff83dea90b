import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { JoinedSocket } from './connection.ts';

test('writes of one turn arrive as one packet, later writes as another', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = new JoinedSocket();
  const [[accepted]] = (await Promise.all([
    once(server, 'connection'),
    once(socket.connect(port, '127.0.0.1'), 'connect'),
  ])) as [[Socket], unknown];
  const write = (text: string) => {
    socket.cork();
    socket.write(text);
    socket.uncork();
  };
  const waitingBytes = () => socket.writableLength;
  try {
    write('begin;');
    await Promise.resolve();
    write('insert;');
    // Both wait for the end of the turn.
    expect(waitingBytes()).toBe(13);
    const [first] = (await once(accepted, 'data')) as [Buffer];
    expect(first.toString()).toBe('begin;insert;');
    write('commit;');
    const [second] = (await once(accepted, 'data')) as [Buffer];
    expect(second.toString()).toBe('commit;');
  } finally {
    socket.destroy();
    accepted.destroy();
    server.close();
  }
});
