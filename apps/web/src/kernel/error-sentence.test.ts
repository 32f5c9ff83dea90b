import { loadMessages } from 'virtual:messages';
import { expect, test } from 'vitest';
import { CallError, type CallErrorFacts } from '../platform/http/call-error.ts';
import { hasMessage, translator } from '../platform/i18n/translate.ts';
import { sentenceOf } from './error-sentence.ts';

async function sentence(facts: CallErrorFacts, moved = false, language: 'en' | 'de' = 'en') {
  const { messages } = await loadMessages[language]!();
  const t = translator(language, messages);
  const find = (key: string) => (hasMessage(messages, key) ? key : undefined);
  return sentenceOf(new CallError('POST /x', facts), { t, find }, moved);
}

test('a code with the digits 40 is translated by code, in the language of the member', async () => {
  const refusal = { kind: 'refused', code: 4020, msg: 'insufficient' } as const;
  expect(await sentence(refusal)).toBe('Not enough balance.');
  expect(await sentence(refusal, false, 'de')).toBe('Guthaben reicht nicht aus.');
});

test('any other code speaks with the message of the server', async () => {
  const refusal = { kind: 'refused', code: 5013, msg: 'Outside the limits.' } as const;
  expect(await sentence(refusal)).toBe('Outside the limits.');
});

test('the minimum is the translation, the message of the server and USDT', async () => {
  expect(await sentence({ kind: 'refused', code: 4006, msg: '10' })).toBe('Minimum is 10 USDT');
});

test('a lost connection says that nothing was sent only when that is certain', async () => {
  const nothingSent = 'No connection. Nothing was sent.';
  const unconfirmed = "We couldn't confirm. Check your records before trying again.";
  expect(await sentence({ kind: 'network' })).toBe(nothingSent);
  expect(await sentence({ kind: 'network', isOffline: true }, true)).toBe(nothingSent);
  expect(await sentence({ kind: 'network' }, true)).toBe(unconfirmed);
  expect(await sentence({ kind: 'timeout' }, true)).toBe(unconfirmed);
  expect(await sentence({ kind: 'status' }, true)).toBe(unconfirmed);
});

test('an answer that is no answer shows its message, or that it is our fault', async () => {
  expect(await sentence({ kind: 'status', msg: 'Down for an hour.' })).toBe('Down for an hour.');
  expect(await sentence({ kind: 'status' })).toBe('Something went wrong on our side. Try again.');
});
