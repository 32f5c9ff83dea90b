/** Files of reserves, over a real EVM node: an honest one is proven, each planted fault is found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimal } from '@tern/money';
import { type LogTrust, parseVerifierKey, signNote } from '@tern/proofs';
import {
  bankBalancesText,
  blocksOfReserves,
  formatReserves,
  type Holding,
  parseReserves,
  type ReservesFile,
  verifyReserves,
} from '@tern/proofs/reserves';
import { publicLogCalls } from '@tern/protocol';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyReservesFile } from '../src/commands/verify/reserves.ts';
import { createLiabilities } from '../src/features/proof/liabilities/index.ts';
import { createPublicLog, type PublicLog } from '../src/features/proof/public-log/index.ts';
import { createReserves } from '../src/features/proof/reserves/index.ts';
import type { ReservesDeps } from '../src/features/proof/reserves/make-file.ts';
import type { Rail } from '../src/kernel/rails/rail.ts';
import { systemClock } from '../src/platform/clock.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { CHAIN_ID, HOT, whyNoAnvil } from './support/anvil.ts';
import { type AnvilWorld, anvilWorld, CONFIRMATIONS } from './support/anvil-world.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, post, posting } from './support/journal.ts';
import { logSigner, strangerSigner } from './support/sample-log.ts';

const unavailable = whyNoAnvil();
const title = unavailable === undefined ? 'reserves' : `reserves (skipped: ${unavailable})`;

const changeFile = defineStatement({
  name: 'test.changeReserves',
  text: 'update reserves_files set document = $1',
  params: [text],
});
const forgeFile = defineStatement({
  name: 'test.forgeReserves',
  text: `insert into reserves_files select snapshot + 1, $1, salt, 0, receipt, made_at from reserves_files`,
  params: [text],
});

/** The key of another wallet, published with the node: worthless. */
const OTHER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

describe.skipIf(unavailable !== undefined)(title, () => {
  let fresh: FreshDatabase;
  let world: AnvilWorld;
  let log: PublicLog;
  let trust: LogTrust;
  let folder: string;
  let honest: ReservesFile;
  /** The same wallet four blocks later, with more of everything. */
  let later: ReservesFile;
  let blocks: Set<string>;
  let holdings: Set<string>;
  let nextDay: ReservesFile['chains'];
  let challenge = '';
  /** Of the right text, by another key. */
  let forged: string;
  /** Ten minutes before a midnight: the next snapshot is within the hour. */
  let now = (Math.floor(systemClock.now() / DAY_MS) + 1) * DAY_MS - 10 * MINUTE_MS;

  const clock = { now: () => now };
  const make = (rails: readonly Rail[], over: Partial<ReservesDeps> = {}) =>
    createReserves({
      database: fresh.database,
      clock,
      random: systemRandom,
      rails,
      publicLog: log,
      isWitnessed: false,
      ...over,
    });
  const run = (...given: Parameters<typeof make>) => make(...given).jobs![0]!.run();
  const served = async (file: string) => {
    const request = { params: { file }, address: '127.0.0.1', takeTurn: () => 0 };
    const answer = make([]).endpoints![0]!.answer;
    const { status, body } = await answer(request as unknown as Parameters<typeof answer>[0]);
    return { status, text: Buffer.from(body as Buffer).toString() };
  };
  const snapshot = () =>
    createLiabilities({ database: fresh.database, clock, publicLog: log }).jobs![0]!.run();

  beforeAll(async () => {
    fresh = await freshDatabase();
    world = await anvilWorld(fresh);
    folder = mkdtempSync(join(tmpdir(), 'tern-reserves-'));
    log = createPublicLog({
      database: fresh.database,
      clock,
      log: createLog('silent'),
      secretBox: createSecretBox(new Uint8Array(32).fill(1)),
      publicUrl: 'https://tern.test',
    });
    await log.start?.();
    const route = log.routes!.find(({ call }) => call === publicLogCalls.logKeys)!;
    const { list } = (await route.answer({ input: {} } as never)) as { list: { key: string }[] };
    trust = { origin: 'tern.test/log', keys: list.map(({ key }) => parseVerifierKey(key)!) };

    await world.anvil.rpc('anvil_setNextBlockTimestamp', Math.floor(now / 1000));
    await world.fundHot(60_000_000n);
    await world.anvil.mine(CONFIRMATIONS);
    await post(
      fresh.database,
      entryOf([posting(7, 'USDT', '40'), posting(-7, 'USDT', '-40')]),
      entryOf([posting(8, 'ETH', '2'), posting(-7, 'ETH', '-2')]),
    );
    await snapshot();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world.stop();
    await fresh.drop();
  });

  it('are proven for the newest snapshot, once, when witnesses have seen it', async () => {
    const rail = await world.rail();
    await run([]);
    await run([rail], { isWitnessed: true });
    expect((await served('1.json')).status).toBe(404);
    const other = new Wallet(OTHER_KEY);
    const proveReserves: Rail['proveReserves'] = (challengeOf) =>
      rail.proveReserves!((bound) => (challenge = challengeOf(bound)));
    await run([{ ...rail, proveReserves }]);
    forged = await other.signMessage(challenge);
    const first = await served('1.json');
    await run([rail]);
    expect(await served('1.json')).toEqual(first);
    honest = parseReserves(first.text)!;
    const [, origin, size, root] = /\n\n(.+)\n(\d+)\n(.+)\n\n/.exec(honest.liabilities)!;
    const checkpoint = `${origin}\n${size}\n${root}`;
    const { hash } = blocksOfReserves(first.text)[0]!;
    expect(challenge).toBe(
      `tern reserves 1\n${checkpoint}\nsnapshot 1\nchain ${CHAIN_ID}\nblock ${hash}\nwallet ${HOT.toLowerCase()}\n`,
    );
    const [usdt] = honest.chains[0]!.wallets[0]!.holdings.filter(({ asset }) => asset === 'USDT');
    holdings = new Set([`ETH ${CHAIN_ID} coin`, `USDT ${CHAIN_ID} ${usdt!.contract} 6 1`]);

    const file = join(folder, '1.json');
    writeFileSync(file, first.text);
    writeFileSync(join(folder, '1.tlog-proof'), (await served('1.tlog-proof')).text);
    const holding = [...holdings];
    const items = await verifyReservesFile(file, { node: [world.anvil.url], holding }, trust);
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    const found = new Map(items.map(({ name, why }) => [name, why]));
    expect(found.get('USDT covers')).toBe('held 60, owed 40');
    expect(found.get('ETH covers')).toMatch(/^held 9{4}\.\d+, owed 2$|^held 10000, owed 2$/);
    blocks = new Set([/0x[0-9a-f]{64}/.exec(found.get('block of ERC20')!)![0]]);

    const faults = async (known: Parameters<typeof verifyReservesFile>[1]) =>
      (await verifyReservesFile(file, known, trust)).filter(({ pass }) => !pass);
    expect((await faults({ holding }))[0]?.why).toContain('no chain that was asked has block');
    expect((await faults({ block: [...blocks] }))[0]?.why).toContain('not known to you');
    expect(await faults({ block: [...blocks], holding })).toEqual([]);
    writeFileSync(file, first.text.replace('"snapshot":1', '"snapshot":2'));
    expect((await faults({ block: [...blocks], holding })).map(({ name }) => name)).toEqual([
      'content',
      'snapshot',
    ]);
  });

  it('are kept by the database as the log has them', async () => {
    const change = (statement: typeof changeFile) =>
      fresh.owner.transaction((tx) => tx.run(statement, ['{}']));
    await expect(change(changeFile)).rejects.toThrow('never changes');
    await expect(change(forgeFile)).rejects.toThrow('not the one in the public log');
  });

  it('are made again for the next snapshot, and not while a chain does not answer or an hour later', async () => {
    now += 20 * MINUTE_MS;
    await snapshot();
    await mineMore();
    const rail = await world.rail();
    world.gate.close();
    await expect(run([rail])).rejects.toThrow('no answer');
    world.gate.open();
    now += HOUR_MS;
    await run([rail]);
    expect((await served('2.json')).status).toBe(404);
    now -= HOUR_MS;
    const file = join(folder, 'bank');
    writeFileSync(file, 'tern bank balances 1\n');
    await expect(run([rail], { bankBalancesFile: file })).rejects.toThrow('is no signed note');
    writeFileSync(file, bankNote(now));
    await run([rail], { bankBalancesFile: file });
    later = parseReserves((await served('2.json')).text)!;
    expect(later.bank).toBe(bankNote(now));
    now += DAY_MS;
    await mineMore();
    nextDay = [await rail.proveReserves!(() => 'anything')];
  });

  const mineMore = async () => {
    await world.anvil.rpc('anvil_setNextBlockTimestamp', Math.floor(now / 1000));
    await world.fundHot(5_000_000n);
    await world.anvil.mine(CONFIRMATIONS);
  };
  const bankNote = (at: number, signer = logSigner) =>
    signNote(bankBalancesText({ at, balances: [{ asset: 'USDT', amount: decimal('40') }] }), [
      signer,
    ]);

  type Change = (file: ReservesFile) => ReservesFile;
  const ofChain =
    (change: (chain: ReservesFile['chains'][0]) => ReservesFile['chains'][0]): Change =>
    (file) => ({ ...file, chains: file.chains.map(change) });
  const ofWallet = (
    change: (
      wallet: ReservesFile['chains'][0]['wallets'][0],
    ) => ReservesFile['chains'][0]['wallets'][0],
  ) => ofChain((chain) => ({ ...chain, wallets: chain.wallets.map(change) }));
  const ofToken = (change: (holding: Holding) => Holding) =>
    ofWallet((wallet) => ({
      ...wallet,
      holdings: wallet.holdings.map((each) => (each.asset === 'USDT' ? change(each) : each)),
    }));
  const tokenOf = (file: ReservesFile) =>
    file.chains[0]!.wallets[0]!.holdings.find(({ asset }) => asset === 'USDT')!;
  const lastChanged = (nodes: readonly string[]) =>
    nodes.with(
      -1,
      nodes.at(-1)!.replace(/..$/, (end) => (end === '00' ? '01' : '00')),
    );
  const faultsOf = (file: ReservesFile) =>
    verifyReserves(formatReserves(file), { ...trust, blocks, holdings, auditors: [] })
      .items.filter(({ pass }) => !pass)
      .map(({ name, why }) => `${name}: ${why}`);

  const short = 'USDT covers: held 0, owed 40';
  const noBalance = ['USDT on ERC20: the block does not have this balance', short];
  it.each<[string, Change, string[] | RegExp]>([
    [
      'a changed balance',
      ofToken((one) => ({ ...one, storage: lastChanged(one.storage) })),
      noBalance,
    ],
    [
      'a changed contract',
      ofToken((one) => ({ ...one, account: lastChanged(one.account) })),
      noBalance,
    ],
    ['a balance of another block', ofToken(() => tokenOf(later)), noBalance],
    ['another block', ofChain(() => later.chains[0]!), /no chain that was asked has block/],
    [
      'a block of another day that the chain has',
      ofChain(() => nextDay[0]!),
      /more than an hour from the snapshot/,
    ],
    [
      'another wallet',
      ofWallet((wallet) => ({ ...wallet, address: `0x${'1'.repeat(40)}` })),
      /did not sign/,
    ],
    [
      'a signature of another snapshot',
      ofWallet((wallet) => ({
        ...wallet,
        signature: later.chains[0]!.wallets[0]!.signature,
      })),
      /did not sign/,
    ],
    ['another snapshot', (file) => ({ ...later, chains: file.chains, bank: null }), /did not sign/],
    [
      'a signature of another key',
      ofWallet((wallet) => ({ ...wallet, signature: forged })),
      /did not sign/,
    ],
    [
      'another number of the snapshot',
      (file) => ({ ...file, snapshot: 2 }),
      /not that of snapshot 2/,
    ],
    [
      'a missing asset',
      ofWallet((wallet) => ({
        ...wallet,
        holdings: wallet.holdings.filter(({ asset }) => asset !== 'USDT'),
      })),
      [short],
    ],
    ['the slot of another mapping', ofToken((one) => ({ ...one, slot: '2' })), /not known to you/],
    ['more for each unit', ofToken((one) => ({ ...one, decimals: 2 })), /not known to you/],
    [
      'a contract of the same name',
      ofToken((one) => ({ ...one, contract: `0x${'2'.repeat(40)}` })),
      /not known to you/,
    ],
    [
      'one wallet twice',
      ofChain((chain) => ({ ...chain, wallets: [...chain.wallets, ...chain.wallets] })),
      ['file: not a file of reserves of version 1'],
    ],
    [
      'one contract twice',
      ofWallet((wallet) => ({
        ...wallet,
        holdings: [...wallet.holdings, { ...tokenOf(honest), asset: 'USDC' }],
      })),
      ['file: not a file of reserves of version 1'],
    ],
  ])('are not proven by %s', (_, change, expected) => {
    expect(faultsOf(honest)).toEqual([]);
    for (const { hash } of blocksOfReserves(formatReserves({ ...honest, chains: nextDay })))
      blocks.add(hash);
    const faults = faultsOf(change(honest));
    if (expected instanceof RegExp) expect(faults.join('\n')).toMatch(expected);
    else expect(faults).toEqual(expected);
  });

  it('are not proven by the storage of another token, though the wallet has more of it', async () => {
    const other = await world.anvil.deployToken();
    await world.anvil.callToken(other, 'transfer', HOT, 999_000_000n);
    await world.anvil.mine(CONFIRMATIONS);
    const token = { address: other, decimals: 6 };
    const rail = await world.rail({ tokens: new Map([['USDT', token]]) });
    const chain = await rail.proveReserves!(() => 'anything');
    const { storage } = chain.wallets[0]!.holdings.find(({ asset }) => asset === 'USDT')!;
    expect(faultsOf(ofToken((one) => ({ ...one, storage }))(honest))).toEqual(noBalance);
  });

  describe('money at banks', () => {
    const found = (bank: string | null, auditors = [logSigner.key]) =>
      verifyReserves(formatReserves({ ...honest, bank }), { ...trust, blocks, holdings, auditors })
        .items.filter(({ name }) => name === 'bank' || name === 'USDT covers')
        .map(({ pass, why }) => `${pass} ${why}`);
    const start = now;

    it('counts when an auditor whom the verifier knows declared it', () => {
      const [bank, covers] = found(bankNote(start - DAY_MS));
      expect(bank).toMatch(
        /^true 40 USDT, 1 days before the snapshot, declared by exchange.example\/log$/,
      );
      expect(covers).toBe('true held 100, owed 40');
    });

    const unproven = 'true held 60, owed 40';
    it('does not count otherwise', () => {
      const unknown = 'false no auditor that is known to you signed such balances';
      expect(found(null)).toEqual([unproven]);
      expect(found(bankNote(start, strangerSigner))).toEqual([unknown, unproven]);
      expect(found(bankNote(start).replace('USDT 40', 'USDT 90'))).toEqual([unknown, unproven]);
      expect(found(signNote('tern bank balances 1\n', [logSigner]))).toEqual([unknown, unproven]);
      for (const at of [start - 32 * DAY_MS, start + DAY_MS]) {
        const [bank, covers] = found(bankNote(at));
        expect([bank?.slice(0, 5), covers]).toEqual(['false', unproven]);
      }
    });
  });
});
