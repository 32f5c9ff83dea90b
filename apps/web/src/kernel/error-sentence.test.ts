import { expect, test } from 'vitest';
import { codeTexts } from '@tern/protocol/code-texts';
import german from '../locales/kernel/errors/de.json' with { type: 'json' };
import english from '../locales/kernel/errors/en.json' with { type: 'json' };
import { CallError, type CallErrorFacts } from '../platform/http/call-error.ts';
import { hasMessage, translator } from '../platform/i18n/translate.ts';
import { sentenceOf } from './error-sentence.ts';

const texts = { en: english, de: german };

function sentence(facts: CallErrorFacts, moved = false, language: 'en' | 'de' = 'en') {
  const messages = Object.fromEntries([
    ...Object.entries(texts[language]).map(([key, text]) => [`errors.${key}`, text]),
    ...Object.entries(codeTexts[language]).map(([code, text]) => [`code.${code}`, text]),
  ]);
  const t = translator(language, messages);
  const find = (key: string) => (hasMessage(messages, key) ? key : undefined);
  return sentenceOf(new CallError('POST /x', facts), { t, find }, moved);
}

test("translates a code that contains 40, in the member's language", () => {
  const refusal = { kind: 'refused', code: 4020, msg: 'insufficient' } as const;
  expect(sentence(refusal)).toBe('Not enough balance.');
  expect(sentence(refusal, false, 'de')).toBe('Guthaben reicht nicht aus.');
});

test("shows the server's message for any other code", () => {
  const refusal = { kind: 'refused', code: 5013, msg: 'Outside the limits.' } as const;
  expect(sentence(refusal)).toBe('Outside the limits.');
});

test("the minimum is the translation, the server's message and USDT", () => {
  expect(sentence({ kind: 'refused', code: 4006, msg: '10' })).toBe('Minimum is 10 USDT');
});

test('after a lost connection, says that nothing was sent only if that is certain', () => {
  const nothingSent = 'No connection. Nothing was sent.';
  const unconfirmed = 'We couldn’t confirm. Check your records before trying again.';
  expect(sentence({ kind: 'network' })).toBe(nothingSent);
  expect(sentence({ kind: 'network', isOffline: true }, true)).toBe(nothingSent);
  expect(sentence({ kind: 'network' }, true)).toBe(unconfirmed);
  expect(sentence({ kind: 'timeout' }, true)).toBe(unconfirmed);
  expect(sentence({ kind: 'status' }, true)).toBe(unconfirmed);
});

test('shows the message of an invalid answer, or that it is our fault', () => {
  expect(sentence({ kind: 'status', msg: 'Down for an hour.' })).toBe('Down for an hour.');
  expect(sentence({ kind: 'status' })).toBe('Something went wrong on our side. Try again.');
});
