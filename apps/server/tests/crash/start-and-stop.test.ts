import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi } from '../support/api-client.ts';
import {
  buildServer,
  databaseProcess,
  type Build,
  type Instance,
} from '../support/built-server.ts';
import { openDevice } from '../support/live-client.ts';
import { passTime, until } from '../support/pass-time.ts';

let build: Build;
let instance: Instance;

beforeAll(() => {
  build = buildServer();
});

afterAll(async () => {
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
});

const demo = { email: 'demo@tern.test', password: 'paper-money-1' };

async function signIn() {
  const api = createApi(() => instance.url);
  const { captchaId } = await api.data('POST /base/captcha', {});
  const { email: username, password } = demo;
  const input = { username, password, captcha: 'GULL', captchaId };
  return { api, ...(await api.data('POST /base/login', input)) };
}

describe('an invalid configuration', () => {
  it('is refused with a list of all faults and changes nothing', () => {
    const env = { MODE: 'live', PORT: 'abc', CAPTCHA_FIXED: 'GULL', LOG_LEVEL: 'loud' };
    const { code, output } = build.run('main', env);
    expect(code).toBe(1);
    for (const fault of [
      'PORT must be',
      'LOG_LEVEL must be',
      'real rails',
      'record of your licence',
      'your own PostgreSQL',
      'CAPTCHA_FIXED is set',
    ]) {
      expect(output).toContain(fault);
    }
    expect(output).not.toContain(' at ');
    expect(existsSync(build.dataDir)).toBe(false);
  });

  it('is examined by the doctor, which creates nothing', () => {
    const { code, output } = build.run('doctor', { MODE: 'live', SMPT_URL: 'smtp://a:b@c' });
    expect(code).toBe(1);
    for (const item of ['licence', 'rails', 'did you mean SMTP_URL?', 'no standby', 'Problems: ']) {
      expect(output).toContain(item);
    }
    expect(existsSync(build.dataDir)).toBe(false);
  });

  it('has nothing to audit, and the audit creates nothing', () => {
    const { code, output } = build.run('audit');
    expect([code, output]).toEqual([1, expect.stringContaining('There are no books')]);
    expect(existsSync(build.dataDir)).toBe(false);
  });
});

describe('a data folder that is a file', () => {
  it('is refused in one sentence that names it', () => {
    const file = fileURLToPath(import.meta.url);
    const { code, output } = build.run('main', { DATA_DIR: file });
    expect(code).toBe(1);
    expect(output).toContain(`Tern cannot use ${file}: it is a file. Set DATA_DIR`);
    expect(output).not.toContain(' at ');
  });
});

describe.runIf(process.platform === 'linux')('a data folder that cannot be made', () => {
  const why = 'Tern cannot use /proc/x: no folder can be made there.';

  it('ends a start', () => {
    const { code, output } = build.run('main', { DATA_DIR: '/proc/x' });
    expect([code, output]).toEqual([1, expect.stringContaining(`${why} Set DATA_DIR`)]);
  });

  it('ends a cluster', async () => {
    const cluster = build.command('cluster', ['--data=/proc/x']);
    expect(await cluster.ended).toBe(1);
    expect(cluster.output()).toContain(`${why} Set --data`);
  });
});

describe('an address that this machine does not have', () => {
  it('is refused before anything begins', () => {
    const { code, output } = build.run('main', { PORT: '24999', LISTEN_HOST: '198.51.100.7' });
    expect(code).toBe(1);
    expect(output).toContain('port 24999: this machine has no address 198.51.100.7');
    expect(existsSync(build.dataDir)).toBe(false);
  });
});

describe('the first start', () => {
  it('prints its address and the demo logins, which work, and listens where it was configured to', async () => {
    instance = await build.start({ env: { LISTEN_HOST: '127.0.0.1' } });
    const port = new URL(instance.url).port;
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
    for (const line of [
      `http://127.0.0.1:${port}`,
      'demo@tern.test / paper-money-1',
      'operator-1',
      'operator-2',
      'TERN01',
    ]) {
      expect(instance.output()).toContain(line);
    }
    const { api, token } = await signIn();
    const input = { symbol: 'btcusdt', musdt: '100', buytype: 2 };
    const bought = await vi.waitFor(async () => {
      const answer = await api.call('POST /bborder/upbbbuy', input, { token });
      // On a busy machine the newest price may be too old.
      if (answer.code === 5005) throw new Error(answer.msg);
      return answer;
    }, 60_000);
    expect(bought).toMatchObject({ code: 0, data: { order: { status: 2 } } });
  });
});

describe('a second start beside the first', () => {
  it('on the same folder is refused and names the running one', async () => {
    const { code, output } = build.run('main', { PORT: '24999' });
    expect(code).toBe(1);
    expect(output).toContain(
      `Another Tern process (pid ${instance.pid}) is running on ${build.dataDir}`,
    );
    expect((await createApi(() => instance.url).call('GET /base/site', {})).code).toBe(0);
  });

  it('on the same port is refused and leaves no database running', async () => {
    const other = join(build.dataDir, '..', 'other');
    const { port } = new URL(instance.url);
    const { code, output } = build.run('main', { PORT: port, DATA_DIR: other });
    expect(code).toBe(1);
    expect(output).toContain(`cannot listen on port ${port}`);
    expect(databaseProcess(other)).toBeUndefined();
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(existsSync(other)).toBe(false);
  });
});

describe('the audit', () => {
  let owner: number;

  const tamper = async (amount: string) => {
    const client = new Client({
      host: join(build.dataDir, 'postgres'),
      port: 5432,
      user: 'postgres',
      database: 'tern',
    });
    await client.connect();
    await client.query(`set session_replication_role = replica;
      update ledger_balances set available = available + ${amount} where owner_id = ${owner} and asset = 'USDT'`);
    await client.end();
  };

  it('passes beside the running server, and finds a changed balance', async () => {
    const { user } = await signIn();
    owner = user.ID;
    const clean = build.run('audit');
    expect(clean).toMatchObject({ code: 0, output: expect.stringContaining('in order') });
    expect(clean.output).not.toContain('FAIL');
    await tamper('0.000001');
    const found = build.run('audit');
    expect(found.code).toBe(1);
    expect(found.output).toMatch(
      /FAIL {2}every balance is the sum of its postings \(\d+ checked, faults: 1\)/,
    );
    expect(found.output).toContain(
      `balance of owner ${owner} in USDT is not the sum of its postings`,
    );
    await tamper('-0.000001');
    expect(build.run('audit').code).toBe(0);
  });

  it('passes on a stopped database and leaves it stopped', async () => {
    instance.kill('SIGINT');
    await instance.ended;
    const { code, output } = build.run('audit');
    expect([code, output]).toEqual([0, expect.stringContaining('in order')]);
    expect(databaseProcess(build.dataDir)).toBeUndefined();
  });
});

describe('a stop with time to drain', () => {
  it('serves on, reporting itself as not ready, and ends after that time', async () => {
    instance = await build.start({ env: { DRAIN_SECONDS: '2' } });
    const statusOf = async (path: string) => (await fetch(instance.url + path)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const startedAt = performance.now();
    instance.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await statusOf('/api/base/site')).toBe(200);
    expect(await instance.ended).toBe(0);
    expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a stop by %s', (signal) => {
  it('ends within five seconds, including busy connections and the database', async () => {
    instance = await build.start();
    const { api, token } = await signIn();
    const { hostname, port } = new URL(instance.url);
    const idle = connect(Number(port), hostname).on('error', () => undefined);
    const device = await openDevice(instance.url, { token });
    await device.until(({ received }) => received.length > 0);
    const input = { symbol: 'btcusdt', musdt: '10', buytype: 2 };
    const busy = Promise.allSettled(
      Array.from({ length: 20 }, () => api.call('POST /bborder/upbbbuy', input, { token })),
    );
    await passTime(5, 'the orders are on their way to another process');
    instance.kill(signal);
    instance.kill(signal);
    expect(await instance.ended).toBe(0);
    await busy;
    expect(device.closed()).toBe(1001);
    expect(databaseProcess(build.dataDir)).toBeUndefined();
    expect(existsSync(join(build.dataDir, 'tern.lock'))).toBe(false);
    expect(instance.output().match(/Stopping/g)).toHaveLength(1);
    expect(instance.output()).not.toContain('"level"');
    idle.destroy();
  });
});

describe('a start that is stopped before it is complete', () => {
  it('is completed first and leaves no database running', async () => {
    instance = await build.start({ isAwaited: false });
    await until('the database', () => databaseProcess(build.dataDir), { everyMs: 5 });
    instance.kill('SIGINT');
    expect(await instance.ended).toBe(0);
    expect(databaseProcess(build.dataDir)).toBeUndefined();
  });
});

describe('a start after kill -9', () => {
  it('adopts the running database and keeps the session and all orders', async () => {
    instance = await build.start();
    const { api, token } = await signIn();
    const before = await api.data('GET /bborder/myBborderList', {}, { token });
    expect(before.total).toBeGreaterThan(0);
    const database = databaseProcess(build.dataDir);
    instance.kill('SIGKILL');
    await instance.ended;
    instance = await build.start();
    expect(databaseProcess(build.dataDir)).toBe(database);
    expect(await api.data('GET /bborder/myBborderList', {}, { token })).toEqual(before);
  });
});
