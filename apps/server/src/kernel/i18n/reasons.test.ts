import { memberMessages } from '@tern/protocol/operator';
import { expect, it } from 'vitest';
import { messageIn, reasonForStaff } from './reasons.ts';
import { type Lang, locales, textOf } from './texts.ts';

const langs = Object.keys(locales) as Lang[];

it("translates the server's own reasons and the messages of staff into the reader's language", () => {
  for (const key of ['reason.railUndid', 'message.depositDiffers']) {
    const said = langs.map((lang) => messageIn(lang, key, 'reject.deposit'));
    expect(new Set(said).size).toBe(langs.length);
  }
});

it('never shows a member what an operator wrote, but the usual message of the act', () => {
  for (const words of [
    'The name does not match.',
    'reason.unheard',
    'message.unheard',
    'code.4020',
  ]) {
    expect(messageIn('de', words, 'reject.deposit')).toBe(
      textOf('de', 'message.depositUnconfirmed'),
    );
    expect(messageIn('de', words, 'an act without messages')).toBe(textOf('de', 'message.contact'));
    expect(reasonForStaff(words)).toBe(words);
  }
  expect(messageIn('de', '', 'reject.deposit')).toBe('');
});

it('tells nobody of a suspicion, a police or a check of the person', () => {
  const used = Object.values(memberMessages).flat();
  for (const code of used) {
    expect(textOf('en', `message.${code}`)).not.toMatch(
      /suspic|suspect|police|fraud|launder|complian|investig/i,
    );
  }
});
