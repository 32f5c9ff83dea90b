/** Draws the console at one of its screens for an operator with roles, with a fake of the server. */
import type { OperatorRole } from '@tern/protocol';
import {
  type AnyOperatorCall,
  meets,
  operatorCalls,
  permissions,
  startRoles,
} from '@tern/protocol/operator';
import { FakeServer } from '@tern/protocol/tests';
import { QueryClientProvider } from '@tanstack/react-query';
import { NumberLocale, Toaster, UiTextsProvider } from '@tern/ui';
import { draw, leave } from '@tern/ui/tests';
import { expect, onTestFinished } from 'vitest';
import { App } from '../src/app/app.tsx';
import { queryClient } from '../src/kernel/query-client.ts';
import { beginSession, currentSession, endSession } from '../src/kernel/session.ts';
import { texts } from '../src/kernel/texts.ts';
import { setUpCalls } from '../src/platform/call.ts';

export type Server = FakeServer<AnyOperatorCall>;

export const OPERATOR = { ID: 3, login: 'operator-3' };

/** The operator of the tests with these roles of a new deployment. */
export const operatorWith = (roles: readonly OperatorRole[]) => ({
  ...OPERATOR,
  roles: [...roles],
  permissions: permissions.filter((each) => roles.some((role) => meets(startRoles[role], [each]))),
});

let server: Server | undefined;

/** Opens a screen, `/queue?id=1`; without roles nobody is signed in. */
export function renderConsole(
  path: string,
  roles: readonly OperatorRole[],
  before: (server: Server) => void = () => {},
): Server {
  onTestFinished(leaveConsole);
  const fresh: Server = new FakeServer(Object.values(operatorCalls));
  server = fresh;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const operator = operatorWith(roles);
  fresh.answer('GET /operator/me', { operator, expiresAt, mode: 'paper' });
  before(fresh);
  setUpCalls({ token: () => currentSession()?.token, onRefused() {} });
  location.hash = path;
  if (roles.length > 0) {
    beginSession({ token: 'session', expiresAt, idleMinutes: 30, operator });
  }
  draw(
    <NumberLocale value="en">
      <UiTextsProvider value={texts.ui}>
        <QueryClientProvider client={queryClient}>
          <App />
          <Toaster />
        </QueryClientProvider>
      </UiTextsProvider>
    </NumberLocale>,
  );
  return fresh;
}

/** A connection over which nothing is ever sent. */
class SilentSocket {
  send() {}
  close() {}
}

Object.assign(globalThis, {
  fetch: (address: string, init?: RequestInit) =>
    server?.respond(new URL(address, location.origin), init),
  WebSocket: SilentSocket,
});

function leaveConsole(): void {
  const faults = server?.faults ?? [];
  leave();
  endSession();
  queryClient.clear();
  expect(faults, 'what the real server would refuse').toEqual([]);
}
