/** Messages to consoles while instances of two releases share the bus. */
import { EventEmitter } from 'node:events';
import { startRoles } from '@tern/protocol/operator';
import type { WebSocket } from 'ws';
import { afterEach, expect, it, vi } from 'vitest';
import { CONSOLE_MESSAGES, publishToConsoles } from '../../../../kernel/operators/operator-live.ts';
import { createLocalBus } from '../../../../platform/bus.ts';
import { ReviewLive } from './live.ts';

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly kinds: string[] = [];
  send(text: string) {
    this.kinds.push((JSON.parse(text) as { kind: string }).kind);
  }
  close() {}
}

const bus = createLocalBus((error) => {
  throw error;
});
const live = new ReviewLive({
  bus,
  peek: (role) =>
    Promise.resolve({
      operatorId: 1,
      login: role,
      roles: [role],
      permissions: startRoles[role as keyof typeof startRoles],
    } as never),
});
afterEach(() => live.stop());

async function open(role: keyof typeof startRoles): Promise<FakeSocket> {
  const socket = new FakeSocket();
  const unread = undefined as never;
  live.endpoint.accept(socket as unknown as WebSocket, unread, unread);
  socket.emit('message', Buffer.from(JSON.stringify({ token: role })), false);
  await vi.waitFor(() => expect(socket.kinds).toEqual(['welcome']));
  return socket;
}

it('of the release before are understood, and the ones of this release by it', async () => {
  live.start();
  const [support, auditor] = [await open('support'), await open('auditor')];
  const sent: unknown[] = [];
  bus.subscribe(CONSOLE_MESSAGES, (message) => sent.push(message));
  bus.publish(CONSOLE_MESSAGES, { roles: ['support'], message: { kind: 'markets' } });
  publishToConsoles(bus, { needs: ['audit.read'], message: { kind: 'operations' } });
  await vi.waitFor(() => expect(auditor.kinds).toEqual(['welcome', 'operations']));
  expect(support.kinds).toEqual(['welcome', 'markets']);
  expect(sent[1]).toMatchObject({ roles: ['auditor'], message: { kind: 'operations' } });
});
