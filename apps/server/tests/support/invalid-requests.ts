/** Invalid requests, generated from a call's declaration: every field in every invalid form. */
import type { Call } from '@tern/protocol';
import { isQueryCall } from './api-client.ts';

interface Request {
  path: string;
  init: RequestInit;
}

export interface InvalidRequest {
  /** Describes the fault. */
  name: string;
  /** From valid values for the other fields. */
  make(sample: Sample): Request;
}

/** JSON of values that are invalid for most fields. */
const VALUES: Record<string, string> = {
  null: 'null',
  true: 'true',
  'an array': '[]',
  'an array of one': '["1"]',
  'an object': '{}',
  'an object in an object': '{"a":{"b":1}}',
  'minus one': '-1',
  zero: '0',
  'minus zero': '-0',
  half: '0.5',
  'a huge number': '1e309',
  'a large number': '1e21',
  'a tiny number': '5e-324',
  'beyond whole numbers': '9007199254740993',
  'empty text': '""',
  blank: '" "',
  '"-1"': '"-1"',
  '"0"': '"0"',
  '"1e3"': '"1e3"',
  '"NaN"': '"NaN"',
  '"Infinity"': '"Infinity"',
  '"0x10"': '"0x10"',
  '" 1"': '" 1"',
  '"+1"': '"+1"',
  '"1,5"': '"1,5"',
  '"1."': '"1."',
  'Arabic digits': '"\u0661\u0662\u0663"',
  'fullwidth digits': '"\uff11\uff12"',
  'forty digits': `"${'9'.repeat(40)}"`,
  'thirty decimals': `"1.${'3'.repeat(30)}"`,
  NUL: '"a\\u0000b"',
  'NUL in an array': '["a\\u0000b"]',
  'control characters': '"\\u0001\\u001f\\u007f\\r\\n"',
  'bidi and zero width': '"\u202e\u200babc\u2066"',
  'half a character': '"\\ud800"',
  emoji: '"\ud83d\udc26\u200d\u2b1b"',
  SQL: '"\' or 1=1; drop table members --"',
  markup: '"<img src=x onerror=alert(1)>"',
  '__proto__ as text': '"__proto__"',
  'five thousand letters': `"${'a'.repeat(5_000)}"`,
};

const MEGABYTE = 1_000_000;

export type Sample = Record<string, unknown>;

const jsonOf = (fields: Record<string, string>) =>
  `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;

const textsOf = (sample: Sample): Record<string, string> =>
  Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, JSON.stringify(value)]));

const queryOf = (sample: Sample) =>
  new URLSearchParams(sample as Record<string, string>).toString();

/** The value as query text; null if only JSON can express it. */
function queryTextOf(json: string): string | null {
  const value = JSON.parse(json) as string | number | boolean | object | null;
  return typeof value === 'object' ? null : Buffer.from(`${value}`).toString();
}

function withQuery(call: Call, query: string): Request {
  return { path: `/api${call.path}?${query}`, init: { method: call.method } };
}

function withBody(
  call: Call,
  body: string | Uint8Array<ArrayBuffer>,
  contentType = 'application/json',
): Request {
  const init = { method: call.method, body, headers: { 'content-type': contentType } };
  return { path: `/api${call.path}`, init };
}

/** One request per field and invalid value, the other fields as in the sample. */
export function invalidFields(call: Call): InvalidRequest[] {
  const fields = Object.keys((call.input as { properties?: object }).properties ?? {});
  const inField = isQueryCall(call) ? invalidQueryField : invalidBodyField;
  return fields.flatMap((field) => inField(call, field));
}

function invalidQueryField(call: Call, field: string): InvalidRequest[] {
  const texts = Object.entries(VALUES).flatMap(([name, json]): [string, string][] => {
    const text = queryTextOf(json);
    return text === null ? [] : [[name, `${field}=${encodeURIComponent(text)}`]];
  });
  const ways: [string, string][] = [
    ...texts,
    ['missing', ''],
    ['given twice', `${field}=1&${field}=2`],
    ['an array by brackets', `${field}[]=1`],
    ['an object by brackets', `${field}[a]=1`],
    ['half a percent sign', `${field}=%zz`],
  ];
  return ways.map(([name, query]) => ({
    name: `${field} is ${name}`,
    make: ({ [field]: _left, ...others }) => withQuery(call, `${queryOf(others)}&${query}`),
  }));
}

function invalidBodyField(call: Call, field: string): InvalidRequest[] {
  const megabyte = () => JSON.stringify('m'.repeat(MEGABYTE));
  const ways: [string, (texts: Record<string, string>) => Record<string, string>][] = [
    ...Object.entries(VALUES).map(([name, json]): (typeof ways)[number] => [
      name,
      (texts) => ({ ...texts, [field]: json }),
    ]),
    ['missing', (texts) => texts],
    ['a megabyte', (texts) => ({ ...texts, [field]: megabyte() })],
  ];
  return ways.map(([name, spoil]) => ({
    name: `${field} is ${name}`,
    make: ({ [field]: _left, ...others }) => withBody(call, jsonOf(spoil(textsOf(others)))),
  }));
}

const LANGUAGES = ['xx', 'EN', 'de-DE', 'a'.repeat(4_000), '../../etc', "'"];

/** Invalid as a whole: shape, encoding, type, size, language. */
export function invalidWholes(call: Call): InvalidRequest[] {
  const right = (sample: Sample) =>
    isQueryCall(call) ? withQuery(call, queryOf(sample)) : withBody(call, jsonOf(textsOf(sample)));
  const languages = LANGUAGES.map((lang): InvalidRequest => {
    return {
      name: `lang is ${lang.slice(0, 20)}`,
      make(sample) {
        const { path, init } = right(sample);
        return { path, init: { ...init, headers: { ...init.headers, lang } } };
      },
    };
  });
  return [...languages, ...(isQueryCall(call) ? invalidQueries(call) : invalidBodies(call))];
}

function invalidQueries(call: Call): InvalidRequest[] {
  const texts = ['__proto__=1', 'constructor=1', 'extra=1', '&&&===&', '%00=1', 'a'.repeat(5_000)];
  return texts.map((text) => ({
    name: `the query has ${text.slice(0, 20)}`,
    make: (sample) => withQuery(call, `${queryOf(sample)}&${text}`),
  }));
}

const TYPES = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  'json',
  '/',
];

/** Invalid variants of a valid JSON text. */
const BODIES: Record<string, (json: string) => string> = {
  'broken JSON': (json) => json.slice(0, -1),
  'text behind the JSON': (json) => `${json}x`,
  'a byte order mark': (json) => `\ufeff${json}`,
  'no JSON': () => 'symbol=btcusdt',
  'JSON null': () => 'null',
  'a JSON number': () => '1',
  'JSON text': () => '"text"',
  'a JSON array': (json) => `[${json}]`,
  'ten thousand arrays': () => '['.repeat(10_000) + ']'.repeat(10_000),
  'ten thousand objects': () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'an unknown field': (json) => withField(json, '"extra":1'),
  'another __proto__': (json) => withField(json, '"__proto__":{"code":0}'),
  'another constructor': (json) => withField(json, '"constructor":{"prototype":{"code":0}}'),
  'a thousand fields': () =>
    jsonOf(Object.fromEntries(Array.from({ length: 1_000 }, (_each, at) => [`f${at}`, '1']))),
  'no body at all': () => '',
  'ten megabytes': () => `{"a":"${'m'.repeat(10 * MEGABYTE)}"}`,
};

const withField = (json: string, field: string) =>
  json === '{}' ? `{${field}}` : `${json.slice(0, -1)},${field}}`;

function invalidBodies(call: Call): InvalidRequest[] {
  const textOf = (sample: Sample) => jsonOf(textsOf(sample));
  return [
    ...Object.entries(BODIES).map(([name, spoil]): InvalidRequest => {
      return { name, make: (sample) => withBody(call, spoil(textOf(sample))) };
    }),
    ...TYPES.map((type): InvalidRequest => {
      return {
        name: `the type is ${type}`,
        make: (sample) => withBody(call, textOf(sample), type),
      };
    }),
    {
      name: 'bytes that are no text',
      make: () => withBody(call, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
    },
  ];
}

/** The same paths with every undeclared method. */
export function undeclaredMethods(
  paths: readonly string[],
  isDeclared: (name: string) => boolean,
): { path: string; method: string }[] {
  return paths.flatMap((path) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
      .filter((method) => !isDeclared(`${method} ${path}`))
      .map((method) => ({ path, method })),
  );
}
