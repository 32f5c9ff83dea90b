/** What a live deployment needs, on this machine: a PostgreSQL of one's own, a chain, prices, a mail server, an SMS gateway, a licence. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { systemClock } from '../../src/platform/clock.ts';
import { startEmbedded } from '../../src/platform/database/embedded.ts';
import { CHAIN_ID, HOT, HOT_KEY, startAnvil } from './anvil.ts';
import { SEED } from './anvil-world.ts';
import { startPriceServer } from './price-server.ts';
import { every } from './pass-time.ts';

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

export type LiveDeployment = Awaited<ReturnType<typeof liveDeployment>>;

export async function liveDeployment() {
  const folder = mkdtempSync(join(tmpdir(), 'tern-live-'));
  // The user of the database has to reach its folder.
  chmodSync(folder, 0o755);
  const database = await ownDatabase(join(folder, 'database'));
  const anvil = await startAnvil();
  const token = await anvil.deployToken();
  await anvil.callToken(token, 'transfer', HOT, 50_000_000_000n);
  await anvil.mine();
  const [coins, quotes] = [
    await startPriceServer(systemClock),
    await startPriceServer(systemClock),
  ];
  const endPrices = every(300, () => coins.trade('ethusdt', '3000.00'));
  const mail = await mailServer();
  const sms = await smsGateway();
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets, { mode: 0o700 });
  const secret = (name: string, content: string) => {
    writeFileSync(join(secrets, name), content, { mode: 0o600 });
    return join(secrets, name);
  };
  const lists = listFolder(join(folder, 'lists'));
  return {
    anvil,
    token,
    admin: database.admin,
    mails: mail.received,
    texts: sms.received,
    dataDir: join(folder, 'data'),
    /** Where lists of sanctions are put. */
    lists,
    /** All settings of live mode. */
    env: {
      MODE: 'live',
      // The server process would otherwise get that of other tests.
      CAPTCHA_FIXED: '',
      SCREENING_FOLDER: lists,
      PUBLIC_URL: 'https://tern.test',
      TRUSTED_PROXY: 'loopback',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      HTX_URL: coins.url,
      QUOTES_URL: quotes.url,
      // It does not answer: nothing waits for a witness.
      WITNESSES:
        'witness.example+e6557821+BBOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPK http://127.0.0.1:1',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SMTP_FROM: 'Tern <no-reply@tern.test>',
      SMS_URL: `http://127.0.0.1:${sms.port}/send`,
      SMS_TOKEN: 'secret',
      EVM_RPC_URL: anvil.url,
      EVM_CHAIN_ID: String(CHAIN_ID),
      EVM_NETWORK: 'ERC20',
      EVM_NATIVE: 'ETH',
      EVM_TOKENS: `USDT=${token}:6`,
      EVM_SEED_FILE: secret('seed', SEED),
      EVM_KEY_FILE: secret('hot', HOT_KEY),
      LICENCE_FILE: secret(
        'licence.json',
        JSON.stringify({
          operator: 'Harbour Exchange Ltd',
          number: '31000123456789',
          regulator: 'FINTRAC',
          registry: 'https://registry.test',
          countries: ['CN'],
          validUntil: '2099-12-31',
        }),
      ),
    },
    async stop() {
      endPrices();
      anvil.stop();
      for (const server of [coins, quotes]) await server.end();
      await mail.stop();
      sms.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** With a list of nobody: without one nobody is verified. It was written before the last minute, so that it is whole. */
function listFolder(folder: string): string {
  mkdirSync(folder);
  const nobody = `<Designation><UniqueID>T1</UniqueID><IndividualEntityShip>Individual</IndividualEntityShip><Names><Name>
    <Name6>Nobody Of These Tests</Name6><NameType>Primary Name</NameType></Name></Names></Designation>`;
  writeFileSync(join(folder, 'uk.xml'), `<Designations>${nobody}</Designations>`);
  const before = Date.now() / 1000 - 120;
  utimesSync(join(folder, 'uk.xml'), before, before);
  return folder;
}

/** A durable server that other processes reach over TCP, with a login for the schema and one for the server. */
async function ownDatabase(dataDir: string) {
  const server = await startEmbedded({ dataDir });
  const { host = '', port = 0 } = server.admin;
  const tcp = createTcpServer((socket) => {
    const upstream = connect(join(host, `.s.PGSQL.${port}`));
    socket.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => socket.destroy()).pipe(socket);
  });
  const tcpPort = await listening(tcp);
  const admin = new Client(server.admin);
  await admin.connect();
  for (const command of [
    'create role live_owner login createrole',
    'create role live_program login',
    'create database live owner live_owner',
  ]) {
    await admin.query(command);
  }
  await admin.query(
    'grant tern_app to live_program; grant tern_app to live_owner with admin option',
  );
  await admin.end();
  const url = (user: string) => `postgres://${user}@127.0.0.1:${tcpPort}/live`;
  return {
    admin: { ...server.admin, database: 'live' },
    url: url('live_program'),
    ownerUrl: url('live_owner'),
    async stop() {
      tcp.close();
      await server.stop();
    },
  };
}

async function mailServer() {
  const received: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { received, port, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
}

async function smsGateway() {
  const received: { to: string; text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(text) as { to: string; text: string });
      response.end();
    });
  });
  return { received, port: await listening(server), stop: () => void server.close() };
}
