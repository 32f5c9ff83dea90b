/** Live mode from an empty machine: what the doctor asks for, the first operators, a deposit, a swap and a withdrawal on a chain (ADR 62). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/platform/secret-box.ts';
import { whyNoAnvil } from '../support/anvil.ts';
import { type Api, createApi } from '../support/api-client.ts';
import { type Build, buildServer, type Instance } from '../support/built-server.ts';
import { documentsOf } from '../support/identities.ts';
import { type LiveDeployment, liveDeployment } from '../support/live-deployment.ts';
import { codeAt, type Console, createConsole } from '../support/operator-client.ts';
import { until } from '../support/pass-time.ts';

const PASSWORD = 'tern over water 7';
const PAY_PASSWORD = '294018';
const PAYEE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

let live: LiveDeployment;
let build: Build;
let instance: Instance;
let api: Api;
let consoleApi: Console;
let admin: Client;
let invitation = '';
const tokens: string[] = [];
let member = { id: 0, token: '' };

/** The newest answer, for the message of a failure. */
let last = '';
const eventually = <T>(what: string, find: () => Promise<T | undefined>): Promise<T> =>
  until(() => `${what}: ${last}\n${instance.output()}`, find, { everyMs: 200 });

const ended = async (entry: 'doctor' | 'operator' | 'audit', args: string[], env = live.env) => {
  const command = build.command(entry, args, env);
  return { code: await command.ended, output: command.output() };
};
const doctor = async (env: Record<string, string>) => {
  const { output } = await ended('doctor', ['--live', '--json'], env as typeof live.env);
  const { findings } = JSON.parse(output) as {
    findings: { item: string; status: string; preventsStart?: true }[];
  };
  return [
    ...new Set(findings.filter(({ preventsStart }) => preventsStart).map(({ item }) => item)),
  ];
};

/** The captcha that a person reads: its hash is in the database, and four letters are few. */
async function readCaptcha() {
  const { captchaId } = await api.data('POST /base/captcha', {});
  const { rows } = await admin.query<{ answer_hash: string }>(
    'select answer_hash from auth_captchas where id = $1',
    [captchaId],
  );
  const wanted = rows[0]!.answer_hash;
  const letters = [...'ABCDEFHJKLMNPRTUWXY3479'];
  for (const a of letters)
    for (const b of letters)
      for (const c of letters)
        for (const d of letters) {
          const captcha = a + b + c + d;
          if (wanted === hashSecret(`captcha ${captchaId}`, captcha)) {
            return { captcha, captchaId };
          }
        }
  throw new Error('no captcha fits');
}

const codeIn = (text: string) => /\b(\d{6})\b/.exec(text.replace(/^[\s\S]*?\r?\n\r?\n/, ''))?.[1];

/** Claims and approves, by the first or second operator. */
async function approve(kind: string, operator: 0 | 1, stage: 'first' | 'second') {
  const token = tokens[operator]!;
  const { ID } = await eventually(`a review of ${kind}`, async () => {
    const { list } = await consoleApi.data('GET /operator/review/list', { kind }, token);
    return list[0];
  });
  await consoleApi.data('POST /operator/review/claim', { ID }, token);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, token);
  await consoleApi.data(
    'POST /operator/review/approve',
    { ID, stage, hash: rereview.hash, acknowledged: true },
    token,
  );
}

/** Undefined: not measured yet. */
const railState = async () => {
  const state = await consoleApi.data(
    'GET /operator/operations/state',
    { span: 'hour' },
    tokens[0]!,
  );
  return state.rails.flatMap(({ chain }) => (chain === null ? [] : [chain]))[0];
};

/** The lines of the page about a blocked rail, in their order: what was credited, what was paid, where to read again, how far behind. */
function linesOfPage(): readonly string[] {
  const page = new URL('../../../../docs/runbooks/TernRailBlocked.md', import.meta.url);
  return [...readFileSync(page, 'utf8').matchAll(/-c "([^"]+)"/g)].map(([, line = '']) => line);
}

const balanceOf = async (coin: string) => {
  const { rows } = await admin.query<{ available: string }>(
    'select trim_scale(available)::text as available from ledger_balances where owner_id = $1 and asset = $2',
    [member.id, coin],
  );
  return rows[0]?.available;
};

describe.skipIf(whyNoAnvil() !== undefined)('live mode', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    [live, build] = [await liveDeployment(), buildServer()];
    admin = new Client(live.admin);
    await admin.connect();
  }, 240_000);
  afterAll(async () => {
    instance?.kill('SIGTERM');
    await instance?.ended;
    await admin?.end();
    await build?.remove();
    await live?.stop();
  }, 120_000);

  it('names what an empty machine lacks', async () => {
    const missing = [
      'licence',
      'rails',
      'database',
      'prices',
      'mail',
      'sms',
      'address',
      'witnesses',
      'sanctions',
    ];
    expect((await doctor({})).sort()).toEqual(missing.sort());
  });

  it('asks for the first operators last', async () => {
    expect(await doctor(live.env)).toEqual(['operators']);
    const refused = await build.start({ env: live.env, isAwaited: false });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('operators: ');
  });

  it('gets two operators by a command, and no third', async () => {
    for (const login of ['anna', 'ben']) {
      const made = build.command('operator', [login], live.env);
      made.type(`${PASSWORD} ${login}\n`);
      expect([await made.ended, made.output()]).toEqual([0, expect.stringContaining(login)]);
      invitation = /invitation code (\w+)/.exec(made.output())?.[1] ?? '';
    }
    const third = build.command('operator', ['carl'], live.env);
    third.type(`${PASSWORD} carl\n`);
    expect(await third.ended).toBe(1);
    expect(third.output()).toContain('There are two operators already');
    expect(await doctor(live.env)).toEqual([]);
  });

  it('starts, without accounts or money of the installation', async () => {
    instance = await build.start({ env: live.env });
    api = createApi(() => instance.url);
    consoleApi = createConsole({ api } as never, undefined as never);
    expect((await api.data('GET /base/site', {})).mode).toBe('live');
    expect(await api.data('GET /base/operator', {})).toMatchObject({
      name: 'Harbour Exchange Ltd',
      msb: { number: '31000123456789', registry: 'FINTRAC' },
      licence: { countries: ['CN'], validUntil: '2099-12-31' },
    });
    const { rows } = await admin.query(
      'select (select count(*)::int from members) as members, (select count(*)::int from ledger_entries) as entries',
    );
    expect(rows).toEqual([{ members: 0, entries: 0 }]);
  });

  it('never serves a database of the other mode', async () => {
    const withoutRail = Object.entries(live.env).filter(([name]) => !name.startsWith('EVM_'));
    const env = { ...Object.fromEntries(withoutRail), MODE: 'paper', LICENCE_FILE: '' };
    const paper = await build.start({ env, isAwaited: false });
    expect(await paper.ended).toBe(1);
    expect(paper.output()).toContain('This database was made in live mode');
  });

  it('lets its operators sign in and set up one-time codes', async () => {
    for (const login of ['anna', 'ben']) {
      const password = `${PASSWORD} ${login}`;
      const { enrolment } = await consoleApi.data('POST /operator/login', { login, password });
      const { ticket, secret } = enrolment!;
      const code = codeAt(Date.now(), secret);
      const { session } = await consoleApi.data('POST /operator/enrol', { ticket, code });
      tokens.push(session.token);
    }
  });

  it('registers a member with codes from mail and SMS, from a country of the licence only', async () => {
    const email = 'mika@tern.test';
    await api.data('POST /base/emailCode', { email, ...(await readCaptcha()) });
    const smsCode = await eventually('a mail', async () => {
      const mail = live.mails.find(({ to }) => to === email);
      return mail && codeIn(mail.text);
    });
    const fields = { email, passWord: PASSWORD, smsCode, invitationCode: invitation };
    const abroad = { ...fields, phone: '7400123456', countryCode: '44', ...(await readCaptcha()) };
    expect((await api.call('POST /base/registerUser', abroad)).code).toBe(5011);
    const phone = { phone: '13800000001', countryCode: '86' };
    const here = { ...fields, ...phone, ...(await readCaptcha()) };
    const { token, user } = await api.data('POST /base/registerUser', here);
    member = { id: user.ID, token };
    await api.data('POST /user/phoneCode', { ...phone, ...(await readCaptcha()) }, { token });
    const text = await eventually('an SMS', async () => live.texts[0]);
    const proof = { ...phone, smsCode: codeIn(`\n\n${text.text}`)!, loginPassword: PASSWORD };
    await api.data('POST /user/provePhone', proof, { token });
    expect(await balanceOf('USDT')).toBeUndefined();
  });

  it('gives a deposit address only once two operators have verified the identity', async () => {
    const { token } = member;
    const place = { coin: 'ETH', czline: 'ERC20' };
    expect((await api.call('GET /recharge/address', place, { token })).code).toBe(4025);
    await api.data('POST /user_card/createUser_card', await documentsOf({ api }, member), {
      token,
    });
    await eventually('the list of sanctions', async () =>
      existsSync(join(live.lists, 'imported', 'uk.xml')) ? true : undefined,
    );
    await approve('identity', 0, 'first');
    await approve('identity', 1, 'second');
    const { address } = await eventually('an address', async () => {
      await live.anvil.mine();
      const answer = await api.call('GET /recharge/address', place, { token });
      last = JSON.stringify(answer);
      return answer.code === 0 ? (answer.data as { address: string }) : undefined;
    });
    expect(address).toMatch(/^0x/);
    await live.anvil.send('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', address, 2n * 10n ** 18n);
    await live.anvil.mine(40);
    await eventually('the deposit', async () => {
      await live.anvil.mine();
      return (await balanceOf('ETH')) === '2' ? true : undefined;
    });
  });

  it('refuses paper money for the treasury, which has only what a rail saw', async () => {
    const [first] = tokens as [string, string];
    const paper = {
      account: 'liquidity',
      coinname: 'USDT',
      amount: '9000',
      reason: 'More.',
    } as const;
    expect((await consoleApi.call('POST /operator/product/fund', paper, first)).code).toBe(5001);
    const { token } = member;
    const swap = { num: '1', from_coin: 'ETH', to_coin: 'USDT' };
    await eventually('a price', async () => {
      const terms = await api.call('GET /recharge/exchangeFind', { symbol: 'ETH_USDT' }, { token });
      return terms.code === 0 ? true : undefined;
    });
    expect((await api.call('POST /recharge/exchange', swap, { token })).code).toBe(5011);
    const place = { coinname: 'USDT', czline: 'ERC20' };
    const treasury = await consoleApi.data('GET /operator/chain/houseAddress', place, first);
    await live.anvil.callToken(live.token, 'transfer', treasury.address, 9_000_000_000n);
    await live.anvil.mine(40);
    const { reference } = await eventually('the treasury', async () => {
      await live.anvil.mine();
      const { list } = await consoleApi.data('GET /operator/chain/strays', {}, first);
      return list[0];
    });
    const proposal = { proposal: 'house', account: 'liquidity', reason: 'To swap with.' } as const;
    await consoleApi.data('POST /operator/chain/proposeStray', { reference, ...proposal }, first);
    await approve('stray', 1, 'second');
    await api.data('POST /recharge/exchange', swap, { token });
    expect(Number(await balanceOf('USDT'))).toBeGreaterThan(2_900);
  });

  it('sends a withdrawal on the chain after two approvals', async () => {
    const { token } = member;
    await api.data(
      'POST /user/changePayPassword',
      { password: PAY_PASSWORD, loginPassword: PASSWORD },
      { token },
    );
    const place = { czline: 'ERC20', memo: '' };
    const kept = { coin: 'USDT', addr: PAYEE, name: 'Mine', ...place };
    await api.data('POST /user_qianbao/createUser_qianbao', kept, { token });
    const out = {
      num: '1000',
      coinname: 'USDT',
      address: PAYEE,
      pay_password: PAY_PASSWORD,
      ...place,
    };
    // A new address waits for a day, which passes here.
    expect((await api.call('POST /withdraw/createWithdraw', out, { token })).code).not.toBe(0);
    await admin.query(`update withdrawal_addresses set usable_from = now() - interval '1 hour'`);
    const { withdraw } = await api.data('POST /withdraw/createWithdraw', out, { token });
    await approve('withdrawal', 0, 'first');
    await approve('withdrawal', 1, 'second');
    await eventually('the withdrawal', async () => {
      await live.anvil.mine(2);
      const found = await api.data('GET /withdraw/findWithdraw', { ID: withdraw.ID }, { token });
      return found.rewithdraw.txid !== '' && (await live.anvil.tokensOf(live.token, PAYEE)) > 0n
        ? true
        : undefined;
    });
    expect(Number(await live.anvil.tokensOf(live.token, PAYEE))).toBeGreaterThan(990_000_000);
  });

  it('is brought back by the lines of the page after confirmed blocks were replaced', async () => {
    const { rpc, reorganise, mine, head } = live.anvil;
    const [credited, paid, readFrom, confirm] = linesOfPage() as [string, string, string, string];
    const receiptOf = async (txid: string) =>
      (await rpc('eth_getTransactionReceipt', txid)) as { blockNumber: string } | null;
    const { txid } = await eventually('the end of the payout', async () => {
      await mine();
      return (await admin.query<{ txid: string }>(paid)).rows[0];
    });
    const common = Number((await receiptOf(txid))!.blockNumber) - 1;
    await reorganise((await head()) - common);
    // As a node that never knew the transactions of the blocks that are gone.
    await rpc('anvil_dropAllTransactions');
    await mine(20);
    const { blocked } = await eventually('the stop of the rail', async () => {
      const state = await railState();
      return state?.blocked === '' ? undefined : state;
    });
    expect(blocked).toMatch(
      /^block \d+ of ERC20 was 0x\w+ with 12 confirmations and is 0x\w+ now$/,
    );

    expect((await admin.query(credited)).rows).toMatchObject([{ member_id: String(member.id) }]);
    expect(await receiptOf(txid)).toBeNull();
    const { rows } = await admin.query<{ txid: string; signed: string }>(paid);
    expect(rows.map((row) => row.txid)).toEqual([txid]);
    expect(await rpc('eth_sendRawTransaction', rows[0]!.signed)).toBe(txid);

    instance.kill('SIGTERM');
    await instance.ended;
    const { hash } = (await rpc('eth_getBlockByNumber', `0x${common.toString(16)}`, false)) as {
      hash: string;
    };
    await admin.query(readFrom.replace('HEIGHT', String(common)).replace('HASH', hash));
    await admin.query(confirm.replace('CONFIRMATIONS', '31'));
    instance = await build.start({ env: live.env });
    const again = await eventually('the end of the stop', async () => {
      await mine();
      const state = await railState();
      return state?.blocked === '' && state.height! > common + 10 ? state : undefined;
    });
    expect(again.confirmations).toBe(31);
    expect(await receiptOf(txid)).not.toBeNull();
    expect(await balanceOf('ETH')).toBe('1');
  });

  it('speaks of paper money nowhere in its mails', () => {
    const all = live.mails.map(({ text }) => text).join('\n');
    expect(all).not.toMatch(/paper|simulation/i);
  });

  it('has its books in order', async () => {
    const { code, output } = await ended('audit', []);
    expect(output).toContain('The books are in order.');
    expect(code).toBe(0);
  });
});
