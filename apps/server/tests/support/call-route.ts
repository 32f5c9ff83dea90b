/** Calls a route of a feature without a server, as a member whom nothing is known of. */
import type { Route } from '../../src/platform/http/route.ts';

/** The `data` of the answer. @throws the refusal of the call; an error for an unknown path */
export async function callRoute(
  routes: readonly Route[] | undefined,
  path: string,
  input: unknown,
): Promise<unknown> {
  const found = routes?.find((route) => route.call.path === path);
  if (found === undefined) throw new Error(`no call ${path}`);
  return found.answer({
    input,
    lang: 'en',
    address: '127.0.0.1',
    idempotencyKey: undefined,
    caller: { memberId: 0, sessionId: 0 },
  });
}
