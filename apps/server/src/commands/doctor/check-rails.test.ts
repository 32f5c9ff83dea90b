/** What the doctor says of the rails to chains: of the files of keys, of sweeps, and of what signs. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inspectConfig } from '../../config/config.ts';
import { checkRails } from './check-rails.ts';

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';
const folder = mkdtempSync(join(tmpdir(), 'tern-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const seed = join(folder, 'seed');
const key = join(folder, 'hot');
writeFileSync(seed, 'test test test test test test test test test test test junk\n', {
  mode: 0o600,
});
writeFileSync(key, '1'.repeat(64), { mode: 0o600 });
const rail = {
  MODE: 'live',
  EVM_RPC_URL: `http://${NOWHERE}/provider-key`,
  EVM_CHAIN_ID: '1',
  EVM_NETWORK: 'ERC20',
  EVM_NATIVE: 'ETH',
  EVM_SEED_FILE: seed,
};
const signed = { ...rail, EVM_KEY_FILE: key };
/** Status and words by item. */
const found = async (environment: Record<string, string>) => {
  const findings = await checkRails(inspectConfig(environment).config);
  return Object.fromEntries(findings.map(({ item, ...rest }) => [item, rest]));
};

it('files of keys are read only if nobody else may, and a phrase can spend', async () => {
  chmodSync(seed, 0o644);
  expect(await found(signed)).toMatchObject({
    rails: { status: 'problem' },
    'rail nodes': { status: 'warning' },
    'rail seed': { status: 'problem' },
    'rail wallet': { status: 'ok' },
  });
  chmodSync(seed, 0o600);
  expect((await found(signed))['rail seed']?.status).toBe('warning');
});

it('a missing setting is named once, not as a file without a name', async () => {
  const items = Object.keys(await found({ ...rail, EVM_SEED_FILE: '' }));
  expect(items).toEqual(['rails', 'rail nodes', 'rail sweeps']);
});

it('deposits that stay, and keys of all deposits beside the server, are named', async () => {
  const sweeps = async (over: Record<string, string>) =>
    (await found({ ...signed, ...over }))['rail sweeps'];
  expect((await sweeps({}))?.found).toContain('stay where they arrive');
  const EVM_SWEEP_ABOVE = 'ETH=0.1';
  expect((await sweeps({ EVM_SWEEP_ABOVE }))?.found).toContain('The keys of all deposits');
  expect(await sweeps({ EVM_SWEEP_ABOVE, EVM_SWEEP_KEY_FILE: key })).toMatchObject({
    status: 'problem',
  });
});

it('a key beside the server has no cap of its own, and a signer that does not answer is named', async () => {
  expect((await found(signed))['rail signer']).toMatchObject({ status: 'warning' });
  const EVM_SIGNER_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const remote = { EVM_SIGNER_URL: `http://${NOWHERE}/token`, EVM_SIGNER_ADDRESS };
  expect(await found({ ...rail, ...remote, EVM_SWEEP_ABOVE: 'ETH=0.1' })).toMatchObject({
    'rail sweeps': { status: 'ok' },
    'rail wallet': { status: 'ok' },
    'rail signer': { status: 'problem' },
  });
});
