/** Requests that once blocked the main thread, or represent a kind of them; each run sends them first. */
import type { HostileRequest } from './hostile-requests.ts';

const get = (name: string, path: string, headers: Record<string, string> = {}): HostileRequest => {
  return { name, method: 'GET', path, headers };
};

export const regressions: readonly HostileRequest[] = [
  // Each tag was looked up in ICU's tables together with each of our fourteen locales: 350 ms.
  get('thousands of languages', '/', { 'accept-language': 'aa,'.repeat(4_600) }),
  get('thousands of languages with qualities', '/', {
    'accept-language': 'aa;q=0.5,'.repeat(1_550),
  }),
  // Each word was compared with the whole rest of the text, before anyone looked for the conversation: half a second.
  {
    name: 'a message of words for secrets',
    method: 'POST',
    path: '/api/service/visitor/send',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      visitor: 'A'.repeat(43),
      clientId: 'a-message-of-words-for-secrets',
      text: 'пин--'.repeat(400),
    }),
  },
  // Thousands of lines, once generated for each request.
  get('the document of all calls', '/api/openapi.json'),
  get('the document of the console', '/api/operator/openapi.json'),
];

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkp';
const MEGABYTES = 11 * 1024 * 1024;

const upload = (name: string, body: string, type = 'application/json'): HostileRequest => {
  const headers = { 'content-type': type };
  return { name, method: 'POST', path: '/api/user/uploadBase64', headers, body };
};

/** Uploads are the only long bodies. They need a member. */
export const uploads: readonly HostileRequest[] = [
  // As long as an image may be, and valid until it is decoded.
  upload('a whole photograph', JSON.stringify({ base64Str: PNG + 'A'.repeat(MEGABYTES) })),
  upload('a text of slashes that are escaped', `{"base64Str":"${'\\/'.repeat(MEGABYTES / 2)}"}`),
  upload('a text of escapes', `{"base64Str":"${'\\u0041'.repeat(MEGABYTES / 6)}"}`),
  upload('two units a character', JSON.stringify({ base64Str: '🐦'.repeat(MEGABYTES / 4) })),
  upload('blanks', JSON.stringify({ base64Str: PNG + ' '.repeat(MEGABYTES) })),
  upload('blanks around nothing', ' '.repeat(MEGABYTES)),
  upload('a number without end', `{"base64Str":${'9'.repeat(MEGABYTES)}}`),
  upload(
    'arrays in arrays',
    `{"base64Str":${'['.repeat(MEGABYTES / 2)}${']'.repeat(MEGABYTES / 2)}}`,
  ),
  upload('an object of a million keys', `{"base64Str":{${'"k":1,'.repeat(MEGABYTES / 6)}"k":1}}`),
  ...['A', '%2B', '+', '&', '&a=', '=', '%', '%zz'].map((piece) =>
    upload(
      `a form of ${piece}`,
      `base64Str=${piece.repeat(MEGABYTES / piece.length)}`,
      'application/x-www-form-urlencoded',
    ),
  ),
];
