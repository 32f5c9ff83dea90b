import type { EvidenceBundle } from '@tern/proofs';
import { expect, test } from 'vitest';
import { checkReceived, checkRecord, recordHead } from './own-checks.ts';
import type { Contract } from './contract-pages.ts';

const DUE = Date.parse('2026-11-21T09:41:50.000Z');
const row = {
  ID: 1_000_001,
  CreatedAt: '2026-11-21T09:40:49.500Z',
  symbol: 'btcusdt',
  direction: 'up',
  stake: '100',
  seconds: 60,
  ratio: '0.8',
  receipt: 'ab',
  status: 'settled',
  outcome: 'win',
  reason: 'none',
  openPrice: '64210.3',
  closePrice: '64211',
  dueAt: '2026-11-21T09:41:50.000Z',
  payout: '180',
  profit: '80',
} as Contract;

const bundle = {
  contract: {
    id: '1000001',
    direction: 'up',
    stake: '100',
    acceptedAt: Date.parse('2026-11-21T09:40:49.500Z'),
  },
  terms: { symbol: 'btcusdt', durationSeconds: 60, payoutRatio: '0.8' },
  receipt: 'ab',
  result: {
    status: 'settled',
    outcome: 'win',
    openPrice: '64210.3',
    closePrice: '64211',
    dueAt: DUE,
    returned: '100',
    winnings: '80',
    profit: '80',
  },
} as unknown as EvidenceBundle;

test('passes a record that matches its evidence, also for a contract that never opened', () => {
  expect(checkRecord(row, bundle).pass).toBe(true);
  const unopened = { openPrice: '', closePrice: '', dueAt: '', payout: '100', profit: '0' };
  const never = {
    ...row,
    ...unopened,
    status: 'invalid',
    outcome: 'open',
    reason: 'notOpened',
  } as Contract;
  const nothing = { openPrice: null, closePrice: null, dueAt: null };
  const back = { status: 'void', outcome: 'none', returned: '100', winnings: '0', profit: '0' };
  const result = { ...nothing, ...back } as EvidenceBundle['result'];
  expect(checkRecord(never, { ...bundle, result })).toMatchObject({ pass: true });
});

test.each([
  { ID: 2 },
  { CreatedAt: '2026-11-21T09:40:49.501Z' },
  { symbol: 'ethusdt' },
  { direction: 'down' },
  { stake: '100.01' },
  { seconds: 30 },
  { ratio: '0.81' },
  { receipt: 'ac' },
  { status: 'invalid', reason: 'staleClose' },
  { outcome: 'loss' },
  { openPrice: '64210.4' },
  { closePrice: '64210' },
  { dueAt: '2026-11-21T09:41:51.000Z' },
  { payout: '80' },
  { profit: '-100' },
] as Partial<Contract>[])('fails a record that shows %o instead of its evidence', (change) => {
  expect(checkRecord({ ...row, ...change } as Contract, bundle).pass).toBe(false);
});

test('fails a rewritten chain that differs from the one received live', () => {
  const received = new Map<number, string>();
  for (const seq of [41, 42, 43]) recordHead(received, { seq, hash: `hash ${seq}` });
  // A second message for the same position: the first stays.
  recordHead(received, { seq: 42, hash: 'another' });
  const bundled = new Map([
    [42, 'hash 42'],
    [43, 'hash 43'],
    [44, 'hash 44'],
  ]);
  expect(checkReceived(received, bundled)).toMatchObject({ name: 'received', pass: true });
  expect(checkReceived(received, new Map([...bundled, [43, 'anew']]))).toMatchObject({
    pass: false,
  });
  expect(checkReceived(received, new Map([[44, 'hash 44']]))).toBeUndefined();
});

test('remembers the newest hour of chain heads', () => {
  const received = new Map<number, string>();
  for (let seq = 1; seq <= 4_000; seq += 1) recordHead(received, { seq, hash: `hash ${seq}` });
  expect([received.size, received.has(400), received.has(401)]).toEqual([3_600, false, true]);
});
