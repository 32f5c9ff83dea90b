import { messageTexts } from '@tern/protocol/message-texts';
import { describe, expect, it } from 'vitest';
// Loads every feature, so that all kinds are declared.
import { type Lang, locales } from '../../../kernel/i18n/texts.ts';
import {
  categoryOf,
  defineNotices,
  describeNotice,
  filterOf,
  noticeCategories,
  noticeKinds,
  type NoticeValue,
  registerNotices,
} from '../../../kernel/messaging/notice-kinds.ts';
import { noticeText } from './notice-text.ts';

const reason = 'message.addressUnusable';
const samples: Record<NoticeValue, string> = {
  amount: '0.123456789012345678',
  amounts: '10000 USDT, 0.1 BTC',
  moment: '2026-11-21T14:30:00.000Z',
  date: '2026-11-21',
  reason,
  address: '192.0.2.7',
  text: 'W-7',
};

/** A value of its shape for each name, also for those that may be absent. */
const sampleOf = (kind: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(describeNotice(kind).values).map(([name, shape]) => [
      name.replace('?', ''),
      samples[shape],
    ]),
  );

const kinds = noticeKinds();
const records = ['', 'withdrawal', 'deposit', 'wire', 'payout', 'loan'];

const noticeOf = (kind: string, lang: Lang, about = '', values = {}) =>
  noticeText({ kind, about, values: { ...sampleOf(kind), ...values } }, lang);

describe('a notice', () => {
  it.each(kinds)(
    'of the kind %s is in exactly one category, by which members can filter',
    (kind) => {
      const about = 'withdrawal';
      const found = noticeCategories.filter((category) => {
        const filter = filterOf([category]);
        const isOfRecord = filter.recordKinds.includes(kind) && filter.abouts.includes(about);
        return filter.kinds.includes(kind) || isOfRecord;
      });
      expect(found).toEqual([categoryOf(kind, about)]);
    },
  );

  it('of a review without a declared record is refused, because nobody could switch it off', () => {
    expect(() => categoryOf('review.approved', 'unheard')).toThrow(/need a record/);
    expect(() => describeNotice('unheard.of')).toThrow(/no feature declares/);
  });

  it('is declared by one feature, which may start several times in an instance', () => {
    const declared = defineNotices(
      { 'noticetest.one': { category: 'news', values: {} } },
      { noticetest: { category: 'news', page: '/' } },
    );
    registerNotices(declared);
    expect(() => registerNotices(declared)).not.toThrow();
    const again = { 'noticetest.one': { category: 'news', values: {} } } as const;
    expect(() => registerNotices(defineNotices(again))).toThrow('declared twice');
    const record = { noticetest: { category: 'news', page: '/' } } as const;
    expect(() => registerNotices(defineNotices({}, record))).toThrow('declared twice');
  });

  it.each(Object.keys(locales) as Lang[])('of every kind is complete in %s', (lang) => {
    for (const kind of kinds) {
      // Those of transfers between members are about nothing else: "sent" has another text of payouts.
      const abouts = kind.startsWith('memberTransfer.') ? ['memberTransfer'] : records;
      for (const about of abouts) {
        const { title, content } = noticeOf(kind, lang, about);
        expect(`${title} ${content}`).not.toMatch(/[{}]|undefined|NaN/);
        expect(title.length).toBeLessThan(80);
      }
    }
  });

  it('of a rejection or a hold always includes its message, and never words of an operator', () => {
    const words = 'The name does not match.';
    for (const about of records) {
      for (const kind of ['review.rejected', 'review.held'] as const) {
        expect(noticeOf(kind, 'ru', about).content).toContain(messageTexts.ru.addressUnusable);
        expect(noticeOf(kind, 'ru', about, { reason: words }).content).not.toContain(words);
      }
    }
  });

  it('has its own text for its record where there is one, and else names its number', () => {
    expect(noticeOf('review.rejected', 'en', 'payout').title).toMatch(/^Fiat withdrawal/);
    expect(noticeOf('review.rejected', 'en', 'other').title).toBe('Rejected: W-7');
  });

  it('formats amounts and times for its language without rounding', () => {
    const end = { market: 'BTC/USDT', stake: '100', profit: '80.5', payout: '180.5' };
    expect(noticeOf('contract.won', 'de', '', end).title).toBe('Kontraktgewinn: +80,50 USDT');
    expect(noticeOf('contract.won', 'en', '', end).content).toContain(
      'Your 100.00 USDT contract paid 180.50 USDT',
    );
    expect(noticeOf('review.approved', 'en', 'withdrawal', { asset: 'ETH' }).title).toContain(
      '0.123456789012345678 ETH',
    );
    expect(noticeOf('paper.granted', 'de').content).toContain('10.000,00 USDT, 0,10 BTC');
    const freeze = { until: '2026-11-21T14:30:00.000Z' };
    expect(noticeOf('staff.freeze', 'de', '', freeze).content).toContain(
      '21. Nov. 2026, 14:30 UTC',
    );
  });

  it('of a login names the device if it is known', () => {
    expect(noticeOf('security.login', 'en', '', { device: 'Chrome, Windows' }).title).toBe(
      'New login on Chrome, Windows',
    );
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
