/** A connection pooler that takes or keeps no settings of a session is refused, with a sentence that says what to do. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareServer } from './roles.ts';
import { clusterAdmin } from '../../../tests/support/cluster.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

/** What a pooler does with a client and the first message that it sends. */
async function startPooler(take: (client: Socket, startup: Buffer) => void): Promise<string> {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (startup: Buffer) => take(client, startup));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { user, database } = clusterAdmin();
  return `postgres://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`;
}

const message = (type: string, body: string): Buffer => {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
};

test('a pooler that refuses the settings of a session, as pgbouncer does by default', async () => {
  const url = await startPooler((client) =>
    client.end(message('E', 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0')),
  );
  await expect(prepareServer({ url })).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: a connection pooler is between Tern and PostgreSQL, and it takes no settings of a session. Name PostgreSQL itself',
  );
});

test('a pooler that drops the settings of a session, as pgbouncer does when configured to ignore them', async () => {
  const { host, port } = clusterAdmin();
  const url = await startPooler((client, startup) => {
    const fields = startup.subarray(8).toString('latin1').split('\0');
    const at = fields.indexOf('options');
    expect(fields[at + 1]).toContain('default_transaction_read_only=on');
    fields.splice(at, 2);
    const without = Buffer.from(`\0\0\0\0\0\0\0\0${fields.join('\0')}`, 'latin1');
    without.writeInt32BE(without.length, 0);
    startup.copy(without, 4, 4, 8);
    const backend = connect(join(host!, `.s.PGSQL.${port}`));
    backend.on('error', () => client.destroy());
    backend.write(without);
    client.pipe(backend).pipe(client);
  });
  await expect(prepareServer({ url })).rejects.toThrow('it drops the settings of the session');
});
