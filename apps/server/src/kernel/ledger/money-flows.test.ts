import { recordTypes } from '@tern/ledger';
import { expect, it } from 'vitest';
import { externalKinds, flowOf, nameOfKind, type RecordName } from './money-flows.ts';

const names = Object.keys(recordTypes) as RecordName[];

it('says of every record type whether it is put in, taken out, or inside', () => {
  expect(names.filter((name) => flowOf(name) === undefined)).toEqual([]);
});

it('counts what comes from outside or goes there, and nothing else, as no profit', () => {
  expect(externalKinds.map(nameOfKind).sort()).toEqual([
    'agentBalanceDeduction',
    'agentDeposit',
    'deposit',
    'depositSuccess',
    'paperFundsGranted',
    'transferReceived',
    'transferSent',
    'withdrawal',
    'withdrawalReturn',
    'withdrawalSuccess',
  ]);
});
