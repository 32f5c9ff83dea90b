/** Downloads by link: the file, or why there is none. */
import { expect, it } from 'vitest';
import { linkDownload } from './link-download.ts';

const file = { name: 'tern.csv', type: 'text/csv', body: 'a,b' };
const opened: string[] = [];
const endpoint = linkDownload({
  path: '/file',
  limit: { kind: 'file', rate: 'read' },
  expired: 'This download has expired.',
  open: (token) => {
    opened.push(token);
    return Promise.resolve(token === 'good' ? file : undefined);
  },
});

const ask = (token: string, waitMs = 0) =>
  endpoint.answer({
    query: new URLSearchParams(),
    params: { token },
    body: '',
    headers: {},
    rawUrl: '',
    address: '203.0.113.5',
    takeTurn: () => waitMs,
  });

it('sends the file under its name', async () => {
  expect(await ask('good')).toEqual({
    status: 200,
    body: 'a,b',
    headers: {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="tern.csv"',
    },
  });
});

it('says of a link without a file that it has expired', async () => {
  expect(await ask('bad')).toMatchObject({ status: 410, body: 'This download has expired.' });
});

it('says of too many downloads when to come back, and does not use the link up', async () => {
  opened.length = 0;
  expect(await ask('good', 2_400)).toMatchObject({
    status: 429,
    body: 'Too many downloads. Open this link again in 3 seconds.',
    headers: { 'retry-after': '3' },
  });
  expect(opened).toEqual([]);
});
