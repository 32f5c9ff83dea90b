/** Operators of a running program on its embedded database, as the person who owns the database would add them. */
import { Client } from 'pg';
import { createPasswords } from '../../src/kernel/passwords.ts';
import { joinEmbedded } from '../../src/platform/database/embedded.ts';

/** Adds somebody who has never signed in. Fails with: a thrown error when no program runs on the folder. */
export async function addEmbeddedOperator(
  dataDir: string,
  operator: { login: string; password: string; roles: readonly string[] },
): Promise<void> {
  const embedded = await joinEmbedded(dataDir);
  if (embedded === undefined) throw new Error(`no program runs on ${dataDir}`);
  const client = new Client(embedded.owner);
  await client.connect();
  try {
    const passwordHash = await createPasswords().hash(operator.password);
    await client.query(
      `insert into operators (login, password_hash, roles, created_at) values ($1, $2, $3, now())`,
      [operator.login, passwordHash, [...operator.roles]],
    );
  } finally {
    await client.end();
  }
}
