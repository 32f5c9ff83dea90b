/** No regular expression of the product takes longer than in proportion to its text, whoever writes the text (ADR 6). */
import { calls } from '@tern/protocol';
import { operatorCalls } from '@tern/protocol/operator';
import { describe, expect, test } from 'vitest';
import {
  composedBy,
  composingFiles,
  type Pattern,
  schemaPatterns,
  writtenPatterns,
} from './patterns.ts';

// In this process: its other engines need Java or a binary of the platform.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** Texts of nobody but the server and whoever runs it, where a pattern may take longer. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  'apps/server/src/commands/cluster/nats.ts': 'the version that a program of ours prints',
  'apps/server/src/config/serving.ts': 'settings of the deployment',
  'apps/server/src/config/tracing.ts': 'settings of the deployment',
  'apps/server/src/config/witnesses.ts': 'settings of the deployment',
  'apps/server/src/features/market/pricing/sources/htx/htx-source.ts': 'settings of the deployment',
  'apps/server/src/platform/http/web-page.ts': 'pages of our own build',
  'apps/server/src/commands/verify/read-pdf.ts':
    'a statement that its reader downloaded, in an instance of its own',
  'apps/server/src/features/account/notification/notice-text.ts': 'amounts that the server stored',
  'apps/server/src/features/market/pricing/sources/exact-numbers.ts':
    'valid JSON, which the pattern reads in one pass: it is parsed before',
};

/** Composed when they are called, of texts of ours. */
const COMPOSED_LATER: Readonly<Record<string, string>> = {
  'apps/server/src/platform/database/embedded/account.ts': 'the list of accounts of this machine',
  'apps/server/src/platform/backup/s3-store.ts': 'answers of the store of backups',
  'apps/server/src/adapters/web-push.ts':
    'one line of letters, a dot and the name of a push service',
  'apps/server/src/commands/verify/read-pdf.ts':
    'a statement that its reader downloaded, in an instance of its own',
};

/** Without a clock: the same answer on any machine. `undefined`: linear. */
function problemOf({ place, source, flags }: Pattern): string | undefined {
  if (isPlain({ place, source, flags })) return undefined;
  // Its parser does not know the flag for places of groups, which changes no step.
  const found = checkSync(source, flags.replace('d', ''), {
    timeout: null,
    attackTimeout: null,
    randomSeed: 1,
  });
  if (found.status === 'safe') return undefined;
  const why =
    found.status === 'vulnerable' ? found.complexity.summary : JSON.stringify(found.error);
  return `${place}: /${source}/${flags} ${why}`;
}

/** The server's own database and its backups, on its own machine. */
const OWN_FOLDERS = /^apps\/server\/src\/platform\/(?:database\/embedded|backup)\//u;
const isOwn = ({ place }: Pattern) => place in OWN_TEXTS || OWN_FOLDERS.test(place);

/** With one letter for each class and escape. */
const bare = (source: string) =>
  source
    .replaceAll(/\\p\{[^}]*\}|\\u\{[^}]*\}|\\./giu, 'x')
    .replaceAll(/\[[^\]]*\]/gu, 'x')
    .replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/gu, '(');

/** Nothing repeats, or one thing does from the beginning of the text on: sure without an examination, which takes a while. */
function isPlain({ source, flags }: Pattern): boolean {
  const text = bare(source);
  const repeats = text.match(/[*+?]|\{\d/gu)?.length ?? 0;
  const isAnchored = text.startsWith('^') && !text.includes('|') && !flags.includes('m');
  return repeats === 0 || (repeats === 1 && isAnchored);
}

/** Reading all sources takes seconds. */
const written = writtenPatterns();
const composing = composingFiles();

const unique = (patterns: readonly Pattern[]) => [
  ...new Map(patterns.map((each) => [`${each.source}/${each.flags}`, each])).values(),
];

describe('every regular expression takes time in proportion to its text', () => {
  test('as it is written', () => {
    const patterns = written.filter((each) => !isOwn(each));
    expect(patterns.length).toBeGreaterThan(250);
    expect(unique(patterns).flatMap((each) => problemOf(each) ?? [])).toEqual([]);
  });

  test('as a module composes it', async () => {
    const problems: string[] = [];
    for (const file of composing) {
      if (file in COMPOSED_LATER) continue;
      const patterns = await composedBy(file);
      if (patterns.length === 0) problems.push(`${file} composes patterns later`);
      problems.push(...patterns.flatMap((each) => problemOf(each) ?? []));
    }
    expect(problems).toEqual([]);
  });

  test('as the input of a call requires it', () => {
    const patterns = Object.values({ ...calls, ...operatorCalls }).flatMap(
      ({ method, path, input }) => schemaPatterns(`${method} ${path}`, input),
    );
    expect(patterns.length).toBeGreaterThan(100);
    expect(unique(patterns).flatMap((each) => problemOf(each) ?? [])).toEqual([]);
  });

  test('and the others are still there', () => {
    const places = new Set(written.map(({ place }) => place));
    expect(Object.keys(OWN_TEXTS).filter((file) => !places.has(file))).toEqual([]);
    expect(Object.keys(COMPOSED_LATER).filter((file) => !composing.includes(file))).toEqual([]);
  });
});

test('a pattern that takes the square of the length is found', () => {
  const token = String.raw`(?=[^\s]*\p{Nd})[^\s]{4,80}`;
  const found = problemOf({ place: 'here', source: `пин[^\\n]{0,30}?(${token})`, flags: 'giud' });
  expect(found).toContain('polynomial');
  expect(problemOf({ place: 'here', source: String.raw`\s+$`, flags: '' })).toContain('polynomial');
});
