import { expect, it } from 'vitest';
import { isAtOdds, mayBeTaken, namesEnough, readTxid } from './rules.ts';

const signed = { state: 'signed', txid: '0xaa', txids: ['0x99', '0xaa'], isExpired: null };
const completed = (txid: string) => ({ kind: 'completed', txid }) as const;
const refused = { kind: 'refused', reason: 'given up' } as const;

it.each([
  [
    'unsent, and the very transaction that was signed pays it',
    'unsent',
    '0xaa',
    completed('0xaa'),
    true,
  ],
  ['unsent, and another transaction pays it', 'unsent', '', completed('0xbb'), true],
  ['unsent, and it was not sent', 'unsent', '0xaa', refused, false],
  [
    'sent, and the named transaction paid it, spelled otherwise',
    'sent',
    '0xaa',
    completed('0xAA'),
    false,
  ],
  ['sent, and another transaction pays it too', 'sent', '0xbb', completed('0xaa'), true],
  ['sent, and the named transaction is the one that was not sent', 'sent', '0xAA', refused, true],
  [
    'sent, and the named transaction was replaced by one that was not sent',
    'sent',
    '0x99',
    refused,
    true,
  ],
  ['sent by a transaction of another instance', 'sent', '0xbb', refused, false],
] as const)('%s: whether its rail contradicts the resolution', (_case, outcome, txid, end, isSo) =>
  expect(isAtOdds({ outcome, txid }, end, signed)).toBe(isSo),
);

it.each([
  ['of an EVM chain', `0x${'aB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  ['of TRON, which writes it without 0x', 'aB'.repeat(32), 'ab'.repeat(32)],
  ['of a chain whose ids have other letters', ' 5VERv8NMvzbJMEkV8xnr ', '5VERv8NMvzbJMEkV8xnr'],
  ['that is none', 'abc', undefined],
])('the id of a transaction %s has one spelling', (_of, given, spelt) => {
  expect(readTxid(given)).toBe(spelt);
});

it.each([
  ['that keeps its place', null, [false, false]],
  ['that may still be taken', false, [true, true]],
  ['that has expired', true, [true, false]],
])('a transaction %s: “never sent” needs no other one, and is too early', (_of, isExpired, so) => {
  const [unsent, kept] = [
    { outcome: 'unsent', txid: '' },
    { ...signed, isExpired },
  ];
  expect([namesEnough(unsent, kept), mayBeTaken(unsent, kept)]).toEqual(so);
});
