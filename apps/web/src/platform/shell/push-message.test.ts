import { expect, test } from 'vitest';
import { readPush } from './push-message.ts';

const message = {
  title: 'Contracts',
  body: 'Open Tern.',
  tag: 'contracts',
  page: '/pages/a/b?id=7',
};

test('a push message of the server is shown as it is', () => {
  expect(readPush(JSON.stringify(message))).toEqual(message);
});

test.each([
  undefined,
  '',
  'not json',
  'null',
  JSON.stringify({ ...message, title: 7 }),
  JSON.stringify({ ...message, page: 'https://elsewhere.test/' }),
])('anything else is not shown: %s', (text) => {
  expect(readPush(text)).toBeUndefined();
});
