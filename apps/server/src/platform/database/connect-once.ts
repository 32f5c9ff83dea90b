/** A single connection to the primary, for work that needs no pool: at the start, for migrations, for the doctor. */
import { Client } from 'pg';
import { watchStandbyWaits } from './acknowledged.ts';
import { clientConfig, type ConnectionTarget, type SessionSettings } from './connection.ts';
import { hostUrls } from './hosts.ts';
import { findPrimary } from './primary.ts';

/** The caller ends it. @throws the driver's error; `NoPrimary` */
export async function connectOnce(
  target: ConnectionTarget,
  settings: SessionSettings,
): Promise<Client> {
  const client = new Client(clientConfig(await ofPrimary(target), settings));
  client.on('error', () => undefined);
  watchStandbyWaits(client);
  await client.connect();
  return client;
}

/** The target of one server: the only host, or the primary of several. */
async function ofPrimary(target: ConnectionTarget): Promise<ConnectionTarget> {
  if (target.url === undefined) return target;
  const [url, ...others] = hostUrls(target.url);
  if (others.length === 0) return { ...target, url: url! };
  return { ...target, url: (await findPrimary({ ...target, url: target.url })).url };
}
