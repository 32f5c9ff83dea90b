/** With real money no mail, wire instruction or statement speaks of paper money, in any language (X11). */
import { describe, expect, it } from 'vitest';
import { instructionsOf } from '../src/features/money/funding/wire/wires.ts';
import { noticeEmail } from '../src/features/account/notification/notice-messages.ts';
import { noticeText } from '../src/features/account/notification/index.ts';
import { categoryOf, describeNotice, noticeKinds } from '../src/kernel/messaging/notice-kinds.ts';
import { type Lang, locales } from '../src/kernel/i18n/texts.ts';

/** Paper money and simulation, as our texts call them. */
const PAPER: Readonly<Record<Lang, RegExp>> = {
  en: /paper|simulat|practise/i,
  de: /übung|simulation/i,
  es: /ficticio|simulaci/i,
  fr: /fictif|simulation/i,
  id: /latihan|simulasi/i,
  it: /virtuale|simulazione/i,
  jp: /デモ|シミュレーション/,
  kr: /모의|시뮬레이션/,
  pt: /fictício|simula/i,
  ru: /демо|симуляц/i,
  tr: /demo|simülasyon/i,
  tw: /模擬/,
  vn: /demo|mô phỏng/i,
  zh: /模拟/,
};
const langs = Object.keys(locales) as Lang[];
/** Live mode never grants paper money. */
const kinds = noticeKinds().filter((kind) => kind !== 'paper.granted');
const wire = { amount: 5_000_000_000_000_000_000_000n, asset: 'USD', reference: 'TERN-1' } as never;
const bankAccounts = new Map([['USD', 'Harbour Bank, IBAN XX00']]);

function mailsIn(lang: Lang, mode: 'paper' | 'live'): string {
  const mails = kinds.map((kind) => {
    const values = Object.fromEntries(
      Object.entries(describeNotice(kind).values).map(([name, shape]) => [
        name.replace('?', ''),
        shape === 'moment' || shape === 'date' ? '2026-11-21T14:30:00.000Z' : '10 USDT',
      ]),
    );
    const about = 'withdrawal';
    const letter = {
      notice: noticeText({ kind, about, values } as never, lang),
      category: categoryOf(kind, about),
      link: null,
      isLocked: false,
      publicUrl: 'https://tern.test',
      mode,
    };
    return Object.values(noticeEmail(letter, lang)).join('\n');
  });
  return mails.join('\n');
}

const wireIn = (lang: Lang, mode: 'paper' | 'live') => {
  const { subject, body } = instructionsOf({ mode, bankAccounts }, wire, lang);
  return `${subject}\n${body}`;
};

describe.each(langs)('in %s', (lang) => {
  it('mails follow the mode', () => {
    expect(mailsIn(lang, 'paper')).toMatch(PAPER[lang]);
    expect(mailsIn(lang, 'live')).not.toMatch(PAPER[lang]);
  });

  it('wire instructions follow the mode, with the bank account of the licence record', () => {
    expect(wireIn(lang, 'paper')).toMatch(PAPER[lang]);
    const real = wireIn(lang, 'live');
    expect(real).not.toMatch(PAPER[lang]);
    expect(real).toContain('Harbour Bank, IBAN XX00');
    expect(real).toContain('TERN-1');
  });
});

/** The drawing is a program of its own, without types. */
const LETTERHEAD = '../src/features/money/statement/drawing/letterhead.mjs';

it('a statement has its band of paper money only in paper mode', async () => {
  const { drawLetterhead } = (await import(LETTERHEAD)) as {
    drawLetterhead(pen: object, statement: object, isPaper: boolean): void;
  };
  const said = (isPaper: boolean): string => {
    const texts: string[] = [];
    const chain: unknown = new Proxy(() => chain, { get: () => chain });
    const pen = {
      doc: chain,
      text: (text: string) => texts.push(text),
      rightText: (text: string) => texts.push(text),
      line: () => undefined,
      fill: () => undefined,
      widthOf: () => 0,
    };
    drawLetterhead(
      pen,
      { month: '2026-10', start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' },
      isPaper,
    );
    return texts.join('\n');
  };
  expect(said(true)).toContain('Paper money.');
  expect(said(false)).toContain('Account statement');
  expect(said(false)).not.toMatch(PAPER.en);
});
