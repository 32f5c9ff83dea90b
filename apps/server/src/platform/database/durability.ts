/** Refuses a server that may lose what it has acknowledged. */
import type { Executor } from './execute.ts';

const GUARDS = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/**
 * Source: with any of these off, a power cut was measured to lose acknowledged work (ADR 2).
 * Fails with: a thrown error that names the settings.
 */
export async function refuseUnsafeServer(executor: Executor): Promise<void> {
  const result = await executor.query<[name: string, setting: string | null]>({
    text: 'select name, current_setting(name, true) from unnest($1::text[]) name',
    values: [GUARDS],
    rowMode: 'array',
  });
  const off = result.rows.filter(([, setting]) => setting === 'off').map(([name]) => name);
  if (off.length > 0) {
    throw new Error(
      `This PostgreSQL server can lose acknowledged work: ${off.join(', ')} is off. ` +
        `Switch it on in the server's configuration and start again.`,
    );
  }
}
