import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkpointText,
  emptyRoot,
  FACTS,
  formatLogEvidence,
  formatPolicy,
  formatVerifierKey,
  type LogTrust,
  lossEntry,
  sealStatements,
  signNote,
  verifierKey,
  type VerifierKey,
} from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLiabilitiesFolder, verifyLogFolder } from '../src/commands/verify/log.ts';
import { runTool, verifyCommand } from './support/run-tool.ts';
import {
  keyEntryOf,
  logSigner,
  nextLogSigner,
  ORIGIN,
  type SampleLog,
  sampleLog,
  statementFile,
  strangerSigner,
  witnessSigner,
} from './support/sample-log.ts';

const KEY = formatVerifierKey(logSigner.key);
const trust: LogTrust = { origin: ORIGIN, keys: [logSigner.key], witnesses: [witnessSigner.key] };
const NODE_BYTES = 48;

let folder: string;
let honest: string;
let log: SampleLog;
let copies = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-log-'));
  honest = join(folder, 'honest');
  log = await sampleLog(300, 200);
  log.write(honest);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the log in which bytes of one file were changed. */
function tampered(path: string, change: (bytes: Buffer) => Uint8Array): string {
  copies += 1;
  const copy = join(folder, `copy-${copies}`);
  cpSync(honest, copy, { recursive: true });
  writeFileSync(join(copy, path), change(readFileSync(join(copy, path))));
  return copy;
}

const faults = async (copy: string, since?: string) =>
  (await verifyLogFolder(copy, trust, since)).filter(({ pass }) => !pass).map(({ why }) => why);

const liabilityFaults = async (copy: string) =>
  (await verifyLiabilitiesFolder(join(copy, 'liabilities'), trust))
    .filter(({ pass }) => !pass)
    .map(({ why }) => why);

const flipped = (at: number) => (bytes: Buffer) => bytes.with(at, bytes[at]! ^ 1);

describe('a copy of the log', () => {
  it('holds from every earlier checkpoint', async () => {
    for (const size of [1, 255, 256, 257, log.entries.length]) {
      expect(await faults(honest, log.checkpoint(size))).toEqual([]);
    }
  });

  it('shows a rewritten past, a shrunk log and a checkpoint of another key', async () => {
    const fork = await sampleLog(299, 3);
    expect(await faults(honest, fork.checkpoint(300))).toEqual([
      'the first 300 entries were rewritten since',
    ]);
    const grown = await sampleLog(310, 3);
    expect(await faults(honest, grown.checkpoint())).toEqual([
      'the log had 312 entries before and has 302 now',
    ]);
    const others = { ...trust, keys: [nextLogSigner.key] };
    expect(await verifyLogFolder(honest, others)).toMatchObject([
      { name: 'checkpoint', pass: false },
    ]);
  });

  it('shows a changed entry, whether or not its tile was changed too', async () => {
    const inEntry = tampered('tile/entries/000', flipped(40));
    expect(await faults(inEntry)).toEqual([expect.stringMatching(/^(round|entry|the tile) /)]);
    const inTile = tampered('tile/0/001.p/46', flipped(40));
    expect(await faults(inTile)).toEqual(['the tile tile/0/001.p/46 does not match the entries']);
  });

  it('shows a tile or bundle that is cut off or missing', async () => {
    const cut = tampered('tile/0/000', (bytes) => bytes.subarray(0, -32));
    expect(await faults(cut)).toEqual(['the tile tile/0/000 does not match the entries']);
    const bundle = tampered('tile/entries/001.p/46', (bytes) => bytes.subarray(0, -1));
    expect(await faults(bundle)).toEqual(['the bundle tile/entries/001.p/46 is cut off']);
    rmSync(join(bundle, 'tile/entries/001.p/46'));
    expect(await faults(bundle)).toEqual(['tile/entries/001.p/46 is missing']);
  });

  it('shows reordered and dropped rounds', async () => {
    const moved = tampered('tile/entries/000', (bytes) => {
      const first = 2 + bytes.readUInt16BE(0);
      return Buffer.concat([bytes.subarray(first), bytes.subarray(0, first)]);
    });
    expect(await faults(moved)).toEqual(['round 1 in entry 255 follows round 256']);
    const dropped = tampered('tile/entries/000', (bytes) => {
      const second = 2 + bytes.readUInt16BE(0);
      const third = second + 2 + bytes.readUInt16BE(second);
      return Buffer.concat([bytes.subarray(0, second), bytes.subarray(third)]);
    });
    expect(await faults(dropped)).toEqual(['the bundle tile/entries/000 is cut off']);
  });
});

describe('after a rotation', () => {
  const NEXT = nextLogSigner;
  const signedByNext = (entry: Uint8Array) => sampleLog(30, 5, { entry, signer: NEXT });
  const copyOf = async (made: SampleLog) => {
    copies += 1;
    const copy = join(folder, `copy-${copies}`);
    made.write(copy);
    return copy;
  };

  it('who knows the former key follows a copy of the log to the new one', async () => {
    const rotated = await signedByNext(keyEntryOf());
    const items = await verifyLogFolder(await copyOf(rotated), trust, rotated.checkpoint(7));
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    expect(items).toContainEqual({
      name: 'keys',
      pass: true,
      why: `the log introduces ${NEXT.key.id}`,
    });
    const newOnly = { ...trust, keys: [NEXT.key] };
    expect(await faultsOf(await copyOf(rotated), newOnly)).toEqual([]);
  });

  it('a damaged entry before that of the key is named, not the key', async () => {
    const copy = await copyOf(await signedByNext(keyEntryOf()));
    const file = join(copy, 'tile/entries/000.p/33');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(15, bytes[15]! ^ 1));
    expect(await faultsOf(copy, trust)).toEqual(['round 2 in entry 1 follows round 0']);
  });

  const faultsOf = async (copy: string, by: LogTrust) =>
    (await verifyLogFolder(copy, by)).filter(({ pass }) => !pass).map(({ why }) => why);

  it('a checkpoint signed by a key that no entry introduced is refused, and named', async () => {
    const stranger = `the checkpoint is signed by key ${NEXT.key.id}, which no entry of the log introduced`;
    // No entry of a key at all; one that introduces itself; one that another unknown key signed.
    const other = strangerSigner;
    for (const entry of [
      new TextEncoder().encode('tern other 1\n'),
      keyEntryOf(NEXT, NEXT),
      keyEntryOf(NEXT, other),
    ]) {
      expect(await faultsOf(await copyOf(await signedByNext(entry)), trust)).toEqual([stranger]);
    }
  });

  it('a declared loss is reported, and its key is believed only when it was given', async () => {
    const loss = lossEntry({ at: 1_795_000_000_000, key: NEXT, lost: [logSigner.key] });
    const copy = await copyOf(await signedByNext(loss));
    const said = `the log declares on 2026-11-18T11:06:40.000Z that it lost key ${logSigner.key.id}, and that key ${NEXT.key.id} signs from there on`;
    expect(await faultsOf(copy, trust)).toEqual([expect.stringContaining(said)]);
    const both = { ...trust, keys: [logSigner.key, NEXT.key] };
    const items = await verifyLogFolder(copy, both);
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    expect(items).toContainEqual({ name: 'lost key', pass: true, why: said });
  });

  it('a declaration that the key that goes on did not sign is found, no matter who signed the checkpoint', async () => {
    const loss = lossEntry({ at: 1_795_000_000_000, key: NEXT, lost: [strangerSigner.key] });
    const forged = loss.map((byte, at) => (at === 18 ? byte ^ 1 : byte));
    const made = await sampleLog(30, 5, { entry: forged, signer: logSigner });
    expect(await faultsOf(await copyOf(made), trust)).toEqual([
      'entry 32 declares a lost key, and the key that goes on did not sign it',
    ]);
  });

  it('an entry that the former key did not sign is found, no matter who signed the checkpoint', async () => {
    const forged = keyEntryOf().map((byte, at) => (at === 14 ? byte ^ 1 : byte));
    const log = await sampleLog(30, 5, { entry: forged, signer: logSigner });
    expect(await faultsOf(await copyOf(log), trust)).toEqual([
      'entry 32 introduces a key that the outgoing key did not sign',
    ]);
  });

  it('a receipt under the new key verifies with the former one and the published list of keys', async () => {
    const rotated = await signedByNext(keyEntryOf());
    const line = join(folder, 'rotated.tlog-proof');
    writeFileSync(line, await rotated.receipt('line-1'));
    const list = join(folder, 'keys.json');
    const publish = (receipt: string) =>
      writeFileSync(list, JSON.stringify({ data: { list: [{ receipt }, { receipt: null }] } }));
    const run = () => verifyCommand(line, '--log-key', KEY, '--keys', list);
    publish(await rotated.receipt('key'));
    const followed = await run();
    expect(followed.output).toContain(
      `PASS  key         entry 32 introduces key ${NEXT.key.id}, signed by key ${logSigner.key.id}`,
    );
    expect(followed.code).toBe(0);
    writeFileSync(list, readFileSync(list, 'utf8').replace('{"list"', '{"list":[],"list"'));
    const twice = await run();
    expect([twice.code, twice.output]).toEqual([2, expect.stringContaining('"list" comes twice')]);
    const alone = await verifyCommand(line, '--log-key', KEY);
    expect(alone.output).toContain('FAIL  checkpoint  the checkpoint is not signed by this log');
    expect(alone.code).toBe(1);
    const forged = await signedByNext(keyEntryOf(NEXT, NEXT));
    writeFileSync(line, await forged.receipt('line-1'));
    publish(await forged.receipt('key'));
    const refused = await run();
    expect(refused.output).toContain(
      `FAIL  key         the entry of key ${NEXT.key.id} is not shown to be in the log`,
    );
    expect(refused.output).toContain('FAIL  checkpoint  the checkpoint is not signed by this log');
    expect(refused.code).toBe(1);
  });
});

describe('a policy', () => {
  const policy = (name: string, witnesses: readonly VerifierKey[]) => {
    const file = join(folder, name);
    const url = 'https://exchange.example/log';
    writeFileSync(file, formatPolicy({ logs: [logSigner.key], url, witnesses }));
    return file;
  };

  it('stands for the keys of the log and its witnesses, whose quorum it asks for', async () => {
    const met = policy('met.policy', [witnessSigner.key]);
    const other = verifierKey('other.example', 'cosignature', logSigner.key.publicKey);
    const unmet = policy('unmet.policy', [other]);
    const receipt = join(folder, 'policy.tlog-proof');
    writeFileSync(receipt, await log.receipt('line-1'));
    for (const subject of [[receipt], ['--log', honest]]) {
      const passed = await verifyCommand(...subject, '--policy', met);
      expect(passed.output).toContain('cosigned by witness.example');
      expect(passed.code).toBe(0);
      const failed = await verifyCommand(...subject, '--policy', unmet);
      expect(failed.output).toMatch(/FAIL {2}checkpoint .* (cosigned|signed) by .*(policy)/);
      expect(failed.code).toBe(1);
    }
    writeFileSync(unmet, 'quorum\n');
    expect((await verifyCommand(receipt, '--policy', unmet)).code).toBe(2);
  });
});

describe('statements of published facts', () => {
  const HASH = 'ab'.repeat(32);
  const ANNOUNCED = `tern setting version 1|7|deposit.openMax|1795003600000|${HASH}|announced`;
  const lines = [
    `tern market seed 1|2026-11-18|${HASH}|1795000000000`,
    ANNOUNCED,
    ANNOUNCED.replace('announced', 'inForce'),
    `tern audit head 1|4|${HASH}`,
  ];
  /** What a copy finds whose log has `sealed` in entry 7, and whose file of it has `shown`. */
  async function found(sealed: readonly string[], shown: readonly string[] = sealed) {
    const { entry } = sealStatements(FACTS, 1_795_000_000_000, sealed);
    const made = await sampleLog(5, 3, { entry, signer: logSigner });
    copies += 1;
    const copy = join(folder, `copy-${copies}`);
    made.write(copy);
    mkdirSync(join(copy, 'facts'));
    if (shown.length > 0) {
      writeFileSync(join(copy, 'facts/7'), shown.map((line) => `${line}\n`).join(''));
    }
    const items = await verifyLogFolder(copy, trust);
    return items.filter(({ name }) => name === 'facts' || name === 'evidence');
  }
  const why = async (sealed: readonly string[], shown?: readonly string[]) =>
    (await found(sealed, shown)).filter(({ pass }) => !pass).map((each) => each.why);

  it('hold when each entry has its file', async () => {
    const key = `tern evidence key 1|2|${HASH}|1795000000000`;
    expect(await found([...lines, key])).toEqual([
      { name: 'facts', pass: true, why: '5 statements in 1 entries' },
      { name: 'evidence', pass: true, why: `contracts are signed by ${HASH}` },
    ]);
  });

  it('are named when they are missing, or others than were sealed', async () => {
    expect(await why(lines, [])).toEqual(['the statements of entry 7 are missing: facts/7']);
    const others = 'facts/7 does not contain the statements of entry 7';
    expect(await why(lines, lines.slice(1))).toEqual([others]);
    expect(await why(lines, lines.toReversed())).toEqual([others]);
    expect(await why(lines, [...lines, ''])).toEqual([others]);
  });

  it('are named when they contradict each other', async () => {
    const again = lines[0]!.replace(HASH, 'cd'.repeat(32));
    expect(await why([...lines, again])).toEqual([
      `entry 7: "${again}" contradicts what was stated: 2026-11-18|${HASH}|1795000000000`,
    ]);
    expect(await why(lines.toSpliced(1, 1))).toEqual([`entry 7: "${lines[2]}" was not announced`]);
  });
});

describe('a published tree of liabilities', () => {
  it('is totalled to what the log says', async () => {
    const items = await verifyLiabilitiesFolder(join(honest, 'liabilities'), trust);
    expect(items.every(({ pass }) => pass)).toBe(true);
    // 1.25 + 2.25 + … + 200.25
    expect(items.find(({ name }) => name === 'BTC')?.why).toMatch(/^20150 in \d+ leaves$/);
  });

  it('shows a shrunk, a negative, a duplicated and a missing leaf', async () => {
    const path = 'liabilities/BTC/tile/0/000';
    expect(await liabilityFaults(tampered(path, flipped(14)))).toEqual([
      'the leaves of BTC do not give the root in the log',
    ]);
    expect(await liabilityFaults(tampered(path, (bytes) => bytes.with(0, 255)))).toEqual([
      'leaf 0 of BTC has an impossible amount',
    ]);
    const twice = (bytes: Buffer) =>
      Buffer.concat([bytes.subarray(0, NODE_BYTES), bytes.subarray(0, -NODE_BYTES)]);
    expect((await liabilityFaults(tampered(path, twice)))[0]).toContain('it may be counted twice');
    const cut = tampered(path, (bytes) => bytes.subarray(NODE_BYTES));
    expect((await liabilityFaults(cut))[0]).toContain('missing or short');
  });
});

describe('npm run verify', () => {
  it('checks a copy, a tree, receipts and a statement, and exits with 0', async () => {
    const since = join(folder, 'since');
    writeFileSync(since, log.checkpoint(10));
    const key = ['--log-key', KEY, '--witness', formatVerifierKey(witnessSigner.key)];
    const mirror = await verifyCommand('--log', honest, ...key, '--since', since);
    expect(mirror.output).toContain('302 entries, up to round 300, in all tiles');
    expect(mirror.output).toContain('cosigned by witness.example');
    expect(mirror.code).toBe(0);
    const tree = await verifyCommand(
      '--liabilities',
      join(honest, 'liabilities'),
      '--log-key',
      KEY,
    );
    expect(tree.output).toContain('PASS: everything holds.');
    const line = join(folder, 'line.tlog-proof');
    writeFileSync(line, await log.receipt('line-1'));
    const receipt = await verifyCommand(line, '--log-key', KEY);
    expect(receipt.output).toContain('posting|1001|9|USDT|available|-11\n');
    expect(receipt.code).toBe(0);
    const proof = join(folder, 'statement.tlog-proof');
    const statement = join(folder, 'statement.csv');
    writeFileSync(proof, await log.receipt('statement'));
    writeFileSync(statement, statementFile);
    const both = [proof, '--log-key', KEY, '--document', statement];
    expect((await verifyCommand(...both)).code).toBe(0);
    writeFileSync(statement, `${statementFile.toString()}2026-11-19,USDT,1\n`);
    // As a program, which the others need not build and start.
    const changed = await runTool('verify.mjs', ...both);
    expect(changed.output).toContain('FAIL  content     the statement is not the one in the log');
    expect(changed.code).toBe(1);
  });

  it('checks evidence of two checkpoints, and believes none that do not contradict each other', async () => {
    const file = join(folder, 'log-evidence.txt');
    const grown = { kept: log.checkpoint(10), received: log.checkpoint(11) };
    writeFileSync(file, formatLogEvidence(grown));
    const { code, output } = await verifyCommand(file, '--log-key', KEY);
    expect(output).toContain('PASS  later checkpoint');
    expect(output).toContain('FAIL  contradiction');
    expect(code).toBe(1);
    expect((await verifyCommand(file)).code).toBe(2);
    const text = checkpointText({ origin: ORIGIN, size: 10, root: emptyRoot() });
    writeFileSync(file, formatLogEvidence({ ...grown, received: signNote(text, [logSigner]) }));
    const forked = await verifyCommand(file, '--log-key', KEY);
    expect(forked.output).toContain('two roots at the same size');
    expect(forked.code).toBe(0);
  });

  it('does not print PASS without a key of the log, or with one that is none', async () => {
    const line = join(folder, 'alone.tlog-proof');
    writeFileSync(line, await log.receipt('line-1'));
    for (const args of [
      [line],
      ['--log', honest],
      ['--log', honest, '--log-key', 'nonsense'],
      ['--log', honest, '--log-key', formatVerifierKey(witnessSigner.key)],
      ['--log', honest, '--liabilities', honest, '--log-key', KEY],
      ['--log', join(folder, 'nowhere'), '--log-key', KEY],
    ]) {
      const { code, output } = await verifyCommand(...args);
      expect([args, code]).toEqual([args, 2]);
      expect(output).not.toContain('PASS');
    }
  });
});
