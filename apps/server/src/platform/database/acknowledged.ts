/**
 * What was read must be as durable as a commit. A primary that crashed while a commit waited for its standby shows that
 * commit after its restart, and the standby may never get it; so may one whose wait was cancelled. A tiny write, once
 * the standby has it, proves that the standby has everything before it, too (ADR 60).
 */
import type { ClientBase } from 'pg';
import { UnknownOutcome } from './database-errors.ts';

/** Nothing is written when commits wait for no standby. */
const CONFIRM = `begin isolation level read committed read write;
  select pg_logical_emit_message(true, 'tern', '')
    where current_setting('synchronous_standby_names') <> '';
  commit`;
const CONFIRM_MS = 10_000;

/**
 * Resolves when everything that the server shows is where an acknowledged commit would be.
 * @throws the driver's error; `UnknownOutcome`
 */
export async function confirmAcknowledged(client: ClientBase): Promise<void> {
  await client.query({ text: CONFIRM, query_timeout: CONFIRM_MS } as { text: string });
  if (hasSkippedStandby(client)) throw skippedStandby();
}

const skipped = new WeakSet<ClientBase>();

/** The server's function that waits for standbys; its warning, and only that, says that it gave up. */
const WAIT = 'SyncRepWaitForLSN';

/** Notices the warning with which the server answers a commit that its standby may not have. */
export function watchStandbyWaits(client: ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT) skipped.add(client);
  });
}

/** Whether a commit of this connection may be on the primary alone; the connection must not be used again. */
export const hasSkippedStandby = (client: ClientBase): boolean => skipped.has(client);

export const skippedStandby = (): UnknownOutcome =>
  new UnknownOutcome(new Error('the server stopped waiting for its standby'));
