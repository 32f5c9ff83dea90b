import { describe, expect, it } from 'vitest';
import {
  codeTyped,
  fittingReplies,
  halfWritten,
  piecesOf,
  textIn,
  textsInput,
} from './view-model.ts';
import { lastWithoutGap, mergeMessages } from './message-order.ts';
import { previewText } from './preview.ts';

const seqs = (...list: number[]) => list.map((seq) => ({ seq }));

describe('messages', () => {
  it('are shown once and in order, however they arrive', () => {
    expect(mergeMessages(seqs(1, 2, 4), seqs(4, 3))).toEqual(seqs(1, 2, 3, 4));
  });

  it('are read again from before a gap', () => {
    expect(lastWithoutGap(seqs(5, 6, 8))).toBe(6);
    expect(lastWithoutGap(seqs(1, 2, 3))).toBe(3);
    expect(lastWithoutGap([])).toBe(0);
  });

  it('have their hidden parts in place', () => {
    const code = { kind: 'code' as const, length: 6 };
    const card = { kind: 'card' as const, length: 16 };
    const message = { text: 'My code is \ufffc, card \ufffc', hidden: [code, card] };
    expect(piecesOf(message)).toEqual(['My code is ', code, ', card ', card]);
  });

  it('begin with who wrote them, without what was hidden', () => {
    const last = {
      author: 'operator',
      login: 'operator-3',
      kind: 'text',
      hasImage: false,
      hasRecord: false,
    } as const;
    const preview = (changed: object) =>
      previewText({ last: { ...last, text: 'Hello', ...changed } }, 'operator-3');
    expect(preview({})).toBe('You: Hello');
    expect(preview({ login: 'operator-4' })).toBe('operator-4: Hello');
    expect(preview({ author: 'customer', text: 'It is \ufffc' })).toBe('It is •••');
    expect(preview({ author: 'customer', text: '', hasImage: true })).toBe('Image');
    expect(preview({ author: 'customer', text: '', hasRecord: true })).toBe('Record');
    expect(preview({ author: 'automatic', kind: 'ended', text: '' })).toMatch(/ended/);
  });
});

const reply = (code: string, title: string) => ({
  ID: 1,
  code,
  version: 1,
  changedAt: '',
  changedBy: '',
  isQuestion: false,
  shows: null,
  published: null,
  texts: [
    { lang: 'en', title, text: 'In English' },
    { lang: 'de', title: 'Titel', text: 'Auf Deutsch' },
  ],
});

describe('saved replies', () => {
  it('open for a slash at the beginning only', () => {
    expect(codeTyped('/')).toBe('');
    expect(codeTyped('/Pa')).toBe('pa');
    expect(codeTyped('and/or')).toBeUndefined();
    expect(codeTyped('/pause please')).toBeUndefined();
  });

  it('fit by the beginning of their code first, then by code or title', () => {
    const all = [
      reply('no-pause', 'Never'),
      reply('late', 'The pause ends'),
      reply('pause24', 'A'),
    ];
    expect(fittingReplies(all, 'pause').map(({ code }) => code)).toEqual([
      'pause24',
      'no-pause',
      'late',
    ]);
  });

  it('are in the customer’s language, or in English', () => {
    expect(textIn(reply('a', 'T'), 'de').text).toBe('Auf Deutsch');
    expect(textIn(reply('a', 'T'), 'vn').text).toBe('In English');
  });

  it('are sent without languages that are empty, and a half-written one is named', () => {
    const written = {
      en: { title: ' Title ', text: ' Text ' },
      de: { title: '', text: '' },
      fr: { title: 'Titre', text: ' ' },
    };
    expect(halfWritten(written)).toEqual(['fr']);
    expect(textsInput(written)).toEqual([{ lang: 'en', title: 'Title', text: 'Text' }]);
  });
});
