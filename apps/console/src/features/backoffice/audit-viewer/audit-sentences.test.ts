import { describe, expect, it } from 'vitest';
import { changesOf, restOf } from './audit-changes.ts';
import { daysOf, runsOf } from './audit-runs.ts';
import type { AuditLine } from '../../../kernel/audit/audit-sentences.ts';
import {
  asideOf,
  type Piece,
  sentenceOf,
  sentences,
} from '../../../kernel/audit/audit-sentences.ts';

const deposit = {
  reviewId: 12,
  kind: 'deposit',
  recordNo: 'D-20001',
  asset: 'USDT',
  amount: '1500',
  approvals: 2,
};

function line(action: string, over: Partial<AuditLine> & { facts?: object } = {}): AuditLine {
  const { facts = {}, ...rest } = over;
  return {
    ID: 7,
    CreatedAt: '2026-11-22T10:57:31.000Z',
    login: 'operator-1',
    action,
    subject: 'review:12',
    subjectName: '',
    record: null,
    memberId: 8_200_001,
    reason: '',
    detail: JSON.stringify(facts),
    address: '10.2.0.14',
    isShown: false,
    ...rest,
  };
}

const plainText = (pieces: readonly Piece[]) =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'strong' in piece ? piece.strong : `${piece.amount} ${piece.unit ?? ''}`.trim();
    })
    .join('');
const sentence = (...given: Parameters<typeof line>) => plainText(sentenceOf(line(...given)));

describe('an entry of the audit log', () => {
  it.each([
    ['code', 'logged in with a one-time code'],
    ['recovery', 'logged in with a recovery code'],
    ['passkey', 'logged in with a passkey'],
  ])('says how an operator logged in: %s', (method, text) => {
    expect(sentence('session.login', { facts: { device: 'Chromium', method } })).toBe(text);
  });

  it('says that a login was refused for its passkey', () => {
    const refused = line('session.refused', {
      subjectName: 'operator-2',
      facts: { why: 'passkey' },
    });
    expect(plainText(sentenceOf(refused))).toMatch(/^refused a login as .*: passkey not accepted$/);
  });

  it('names the record, its customer and the stage of the approval', () => {
    const approved = line('review.approve', { record: deposit });
    expect(plainText(sentenceOf(approved))).toBe(
      'approved deposit D-20001 · 1500 USDT · ID 8200001',
    );
    expect(asideOf(approved)).toBe('second of two, carried out');
    expect(asideOf(line('review.approveFirst', { record: deposit }))).toBe('first of two');
    const taken = { record: deposit, facts: { takenFrom: 3, until: '2026-11-22T11:05:00.000Z' } };
    expect(sentence('review.claim', taken)).toMatch(/^took over deposit D-20001 .* until 22 Nov, /);
  });

  it('names the account or market whose results are unlikely to be chance', () => {
    const login = '';
    const found = (facts: object) => sentence('resultAlarm.raise', { login, facts });
    expect(found({ subject: 'account', side: 'above' })).toBe(
      'found that ID 8200001 won more than chance allows',
    );
    expect(found({ subject: 'market', symbol: 'btcusdt', side: 'below' })).toBe(
      'found that customers in BTCUSDT won less than chance allows',
    );
    expect(found({ subject: 'house', side: 'below' })).toBe(
      'found that customers won less than chance allows',
    );
    expect(sentence('resultAlarm.review', { subject: 'resultAlarm:101' })).toBe(
      'reviewed result alarm 101',
    );
    expect(sentence('liabilities.ask', { subject: 'liabilities:3' })).toBe(
      'asked for snapshot 3 of what is owed to all members',
    );
  });

  it('shows networks, directions, roles and languages by their display names', () => {
    const subject = 'network.USDT.ERC20';
    expect(sentence('terms.pause', { subject, facts: { direction: 'out' } })).toBe(
      'paused withdrawals of USDT on ERC20',
    );
    expect(sentence('terms.propose', { subject: 'terms:4', facts: { key: 'currency.EUR' } })).toBe(
      'proposed a change to EUR',
    );
    const account = { change: 'roles', login: 'kim', roles: ['support', 'auditor'] };
    expect(sentence('account.propose', { facts: account })).toBe(
      'proposed new roles for kim: Support, Auditor',
    );
    const role = { change: 'edit', role: 'support', name: 'Customer care', nameBefore: 'Support' };
    expect(sentence('role.propose', { facts: role })).toBe(
      'proposed to rename the role Support to Customer care',
    );
    const draft = { subject: 'announcement:3', facts: { lang: 'de', title: 'Wartung' } };
    expect(sentence('announcement.write', draft)).toBe(
      'wrote the German text of announcement 3 “Wartung”',
    );
  });

  it('contains no raw data, even when facts are missing', () => {
    for (const action of Object.keys(sentences)) {
      const text = sentence(action, { memberId: null });
      expect(text, action).not.toMatch(/undefined|null|NaN|[{}[\]]|---/);
      expect(text, action).toMatch(/^[a-z]/);
    }
    expect(sentence('some.newAct', { subject: 'thing:1' })).toBe('some.newAct thing:1');
  });
});

describe('the changes of an entry', () => {
  it('list each value before and after, under its display name', () => {
    const facts = {
      key: 'network.USDT.ERC20',
      value: { outFee: '3', takesIn: false },
      replaced: { outFee: '5', takesIn: true },
    };
    expect(changesOf(line('terms.apply', { facts }))).toEqual([
      { name: 'Withdrawal fee', before: '5', after: '3' },
      { name: 'Accepts deposits', before: 'on', after: 'off' },
    ]);
    const setting = { key: 'auth.paperFunds', value: { USDT: '9' }, replaced: { USDT: '5' } };
    expect(changesOf(line('setting.apply', { facts: setting }))).toEqual([
      { name: 'USDT', before: '5', after: '9' },
    ]);
  });

  it('of an approval show its stage and the change of the balance', () => {
    const facts = { change: { asset: 'USDT', amount: '1500', of: 'available' }, hash: 'ab' };
    const [review, approvals, balance] = changesOf(
      line('review.approve', { record: deposit, facts }),
    );
    expect(review).toEqual({
      name: 'Review D-20001',
      before: 'Needs second review',
      after: 'Carried out',
    });
    expect(approvals).toMatchObject({ before: '1 of 2', after: '2 of 2' });
    expect(balance).toMatchObject({
      name: 'USDT available, ID 8200001',
      by: { amount: '1500', unit: 'USDT' },
    });
  });

  it('are empty for a view, and other facts have a readable name and value', () => {
    expect(changesOf(line('customer.view'))).toEqual([]);
    const facts = { kind: 'deposit', subjectId: 4, rows: 102, langs: ['en', 'de'], empty: '' };
    expect(restOf(line('audit.export', { facts }))).toEqual([
      ['Rows', '102'],
      ['Langs', 'en, de'],
    ]);
  });
});

describe('consecutive views', () => {
  const view = (action: string, over = {}) => line(action, over);

  it('are one row per operator and customer; actions stay separate', () => {
    const runs = runsOf([
      view('customer.view'),
      view('customer.records'),
      view('customer.view', { login: 'operator-2' }),
      view('member.freeze'),
      view('member.freeze'),
    ]);
    expect(runs.map(({ count }) => count)).toEqual([2, 1, 1, 1]);
  });

  it('are grouped by day', () => {
    const now = Date.parse('2026-11-22T12:00:00.000Z');
    const days = daysOf(
      [view('customer.view'), view('customer.view', { CreatedAt: '2026-11-20T12:00:00.000Z' })],
      now,
    );
    expect(days.map(([day, runs]) => [day, runs.length])).toEqual([
      ['Today, 22 Nov 2026', 1],
      ['20 Nov 2026', 1],
    ]);
  });
});
