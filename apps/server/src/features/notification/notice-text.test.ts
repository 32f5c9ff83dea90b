import { describe, expect, it } from 'vitest';
import type { NoticeKind, NoticeKinds } from '../../kernel/messaging/notifications.ts';
import { noticeGroups } from '../../kernel/messaging/read-notifications.ts';
import { type Lang, locales } from '../../kernel/i18n/texts.ts';
import { noticeText } from './notice-text.ts';

const end = { market: 'BTC/USDT', stake: '100', profit: '80.5', payout: '180.5' };
const until = '2026-11-21T14:30:00.000Z';
const reviewed = { recordNo: 'W-7', asset: 'ETH', amount: '0.123456789012345678' };
const reason = 'The name does not match.';

const samples: { [K in NoticeKind]: NoticeKinds[K] } = {
  'contract.won': end,
  'contract.lost': end,
  'contract.tied': end,
  'contract.void': end,
  'contract.invalid': end,
  'review.approved': reviewed,
  'review.rejected': { ...reviewed, reason },
  'review.voided': { ...reviewed, reason },
  'review.held': { ...reviewed, reason, until },
  'deposit.credited': reviewed,
  'withdrawal.completed': { ...reviewed, reason },
  'earn.paid': { ...reviewed, name: 'USDT 60' },
  'earn.ended': { ...reviewed, name: 'USDT 60', principal: '5000' },
  'loan.collected': { ...reviewed, left: '0' },
  'loan.overdue': { ...reviewed, left: '1501.5' },
  'subscription.released': { asset: 'VRD', amount: '1240' },
  'staff.ban': { reason },
  'staff.unban': { reason },
  'staff.freeze': { reason, until },
  'staff.unfreeze': { reason },
  'staff.verify': { reason },
  'staff.unverify': { reason },
  'staff.credit': { reason, asset: 'USDT', amount: '5' },
  'staff.debit': { reason, asset: 'USDT', amount: '5' },
  'staking.paid': { day: '2026-11-22' },
  'staking.started': { recordNo: 'M-20001', name: 'Rig 400' },
  'staking.ended': { recordNo: 'M-20001', name: 'Rig 400', asset: 'ETH', amount: '5' },
  'staking.refunded': { recordNo: 'M-20001', asset: 'USDT', amount: '1000' },
  'paper.granted': { funds: '10000 USDT, 0.1 BTC' },
  'security.login': { address: '192.0.2.7', device: 'Chrome, Windows' },
  'security.password': { until },
  'security.passwordReset': { until },
  'security.payPasswordSet': {},
  'security.payPassword': {},
  'security.payPasswordReset': { until },
  'security.phoneProven': { phone: '+86 ••• 1234' },
  'security.frozen': {},
  'security.payPasswordLocked': { until },
  'security.keyMade': { name: 'my bot' },
  'security.keyRemoved': { name: 'my bot' },
  'service.answered': {},
};
const kinds = Object.keys(samples) as NoticeKind[];
const records = ['', 'withdrawal', 'deposit', 'wire', 'payout', 'loan'];

const noticeOf = (kind: NoticeKind, lang: Lang, about = '') =>
  noticeText({ kind, about, values: samples[kind] as Record<string, string> }, lang);

describe('a notice', () => {
  it.each(kinds)('of the kind %s is in exactly one group that members can filter by', (kind) => {
    const matches = (pattern: string) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('%', '.*')}$`).test(kind);
    const groups = Object.values(noticeGroups).filter((patterns) => patterns.some(matches));
    expect(groups).toHaveLength(1);
  });

  it.each(Object.keys(locales) as Lang[])('of every kind is complete in %s', (lang) => {
    for (const about of records) {
      for (const kind of kinds) {
        const { title, content } = noticeOf(kind, lang, about);
        expect(`${title} ${content}`).not.toMatch(/[{}]|undefined|NaN/);
        expect(title.length).toBeLessThan(80);
      }
    }
  });

  it('of a rejection or a hold always includes the reason', () => {
    for (const about of records) {
      for (const kind of ['review.rejected', 'review.held'] as const) {
        expect(noticeOf(kind, 'ru', about).content).toContain(reason);
      }
    }
  });

  it('has its own text for its record where there is one, and else names its number', () => {
    expect(noticeOf('review.rejected', 'en', 'payout').title).toMatch(/^Fiat withdrawal/);
    expect(noticeOf('review.rejected', 'en', 'other').title).toBe('Rejected: W-7');
  });

  it('formats amounts and times for its language without rounding', () => {
    expect(noticeOf('contract.won', 'de').title).toBe('Kontraktgewinn: +80,50 USDT');
    expect(noticeOf('contract.won', 'en').content).toContain(
      'Your 100 USDT contract paid 180.50 USDT',
    );
    expect(noticeOf('review.approved', 'en', 'withdrawal').title).toContain(
      '0.123456789012345678 ETH',
    );
    expect(noticeOf('paper.granted', 'de').content).toContain('10.000 USDT, 0,10 BTC');
    expect(noticeOf('staff.freeze', 'de').content).toContain('21.11.2026, 14:30 UTC');
  });

  it('of a login names the device if it is known', () => {
    expect(noticeOf('security.login', 'en').title).toBe('New login on Chrome, Windows');
    const values = { address: '192.0.2.7', device: '' };
    const { title } = noticeText({ kind: 'security.login', about: '', values }, 'en');
    expect(title).toBe('New login to your account');
  });

  it('of an earlier version shows its IPv4 address without the IPv6 prefix', () => {
    const values = { address: '::ffff:203.0.113.7' };
    const { title, content } = noticeText({ kind: 'security.login', about: '', values }, 'en');
    expect(title).toBe('New login to your account');
    expect(content).toContain('from 203.0.113.7 and');
  });
});
