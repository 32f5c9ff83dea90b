/** What the person who owns a running program's embedded database could do behind its back. */
import { Client } from 'pg';
import { createPasswords } from '../../src/kernel/passwords.ts';
import { joinEmbedded } from '../../src/platform/database/embedded.ts';

/** Fails with: a thrown error when no program runs on the folder. */
async function asOwner(dataDir: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const embedded = await joinEmbedded(dataDir);
  if (embedded === undefined) throw new Error(`no program runs on ${dataDir}`);
  const client = new Client(embedded.owner);
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/** Adds an operator who has never signed in. */
export async function addEmbeddedOperator(
  dataDir: string,
  operator: { login: string; password: string; roles: readonly string[] },
): Promise<void> {
  const passwordHash = await createPasswords().hash(operator.password);
  await asOwner(dataDir, (client) =>
    client.query(
      `insert into operators (login, password_hash, roles, created_at) values ($1, $2, $3, now())`,
      [operator.login, passwordHash, [...operator.roles]],
    ),
  );
}

/** Changes what a withdrawal asks for while it is under review, past the trigger that forbids it. */
export async function alterWithdrawal(dataDir: string, id: number, memo: string): Promise<void> {
  await asOwner(dataDir, async (client) => {
    await client.query('begin');
    await client.query('alter table withdrawals disable trigger user');
    await client.query('update withdrawals set memo = $2 where id = $1', [id, memo]);
    await client.query('alter table withdrawals enable trigger user');
    await client.query('commit');
  });
}
