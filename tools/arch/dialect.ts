/** The private dialect this code was once written in: words refused in names, file names, texts and documents, each with the term to use. */
import ts from 'typescript';

/** Refused word → term to use. Words in singular; a plural `s` or `es` is refused too. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['anybody', 'any member, any caller, anyone'],
  ['complaint', 'error text'],
  ['crooked', 'unbalanced, invalid'],
  ['deafness', 'reject reason'],
  ['desk', 'engine, scheduler or queue'],
  ['dice', 'random number'],
  ['ear', 'receiver, rail answer'],
  ['everybody', 'all members, all devices'],
  ['heard', 'received'],
  ['hearing', 'quote intake, receiving'],
  ['hindrance', 'obstacle, failed check'],
  ['lookback', 'audit viewer'],
  ['overtaken', 'superseded, outdated'],
  ['sight', 'snapshot, state'],
  ['silence', 'feed gap, no answer'],
  ['somebody', 'member, operator, caller'],
  ['standing', 'account status, status'],
  ['stray', 'unmatched deposit'],
  ['takeover', 'instance fencing, adoption'],
  ['told', 'notified, reported, published, sent; of candles: backfilled'],
  ['twin', 'reference model, naive model'],
  ['unheard', 'unverified, not received'],
  ['verdict', 'manual resolution; of a check: result'],
  ['weather', 'fault, condition'],
  ['whoever', 'the member, the operator, the caller'],
  ['wish', 'input, query, preference'],
]);

/** Refused in names of code only; texts may say it in plain English. */
const NAME_WORDS: ReadonlyMap<string, string> = new Map([
  ['closure', 'gap record'],
  ['follower', 'replica'],
  ['house', 'treasury, exchange account; the exchange as a party: exchange'],
  ['program', 'instance, server; of a member: bot'],
  ['stretch', 'segment'],
  ['tell', 'notify, publish, report'],
]);

/** Words that are refused in a name beside each other: `AssetBook`, `leave-behind`. */
const NAME_PHRASES: ReadonlyMap<string, string> = new Map([
  ['asset book', 'registry'],
  ['chart positions', 'chart coordinates'],
  ['guards after', 'constraints after restore'],
  ['instrument book', 'registry'],
  ['leave behind', 'drain stale'],
  ['leaves behind', 'drain stale'],
  ['market driver', 'market publisher'],
  ['operator service', 'operator support'],
  ['product book', 'registry'],
  ['service calls', 'support calls'],
  ['service conversation', 'support conversation'],
  ['service deps', 'support deps'],
  ['service message', 'support message'],
  ['service screen', 'support screen'],
  ['service settings', 'support settings'],
  ['settle again', 'replay settlements'],
  ['short contract', 'timed contract'],
  ['store account', 'export rows'],
  ['terms book', 'registry'],
]);

/** Refused turns of texts and documents → what to write. */
const PHRASES: readonly (readonly [phrase: RegExp, term: string])[] = [
  [/\bat once\b/iu, 'immediately, concurrently, together'],
  [/\bby (?:itself|themselves)\b/iu, 'automatically, alone'],
  [/\b(?:ask|asks|asked) again\b/iu, 'retry, refetch'],
  [/\bgiven? back\b/iu, 'return, refund'],
  [/\btak(?:es?|en) back\b/iu, 'cancel, withdraw, roll back'],
  [
    /\b(?:another|each|every|several|living|older|which) programs?\b(?! of (?:a|the) member)/iu,
    'instance',
  ],
  [/\bprograms of (?:a|one|the) deployment\b/iu, 'instances'],
  [/\bthe running program\b/iu, 'the running server'],
  [
    /\bthe house(?! of)\b|\bhouse (?:accounts?|quotes?)\b/iu,
    'the exchange, the treasury, exchange account',
  ],
  [/\bshort[- ]contracts?\b/iu, 'timed contract'],
];

/** One use of the dialect. `at` is where: a name, or a line of text. */
export interface Finding {
  readonly file: string;
  readonly word: string;
  readonly at: string;
}

/** The words of a name: `strayCandidates` and `stray-candidates` are "stray" and "candidates". */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/gu) ?? []).map((word) => word.toLowerCase());

/** The refused word that a word is, if any. */
const refused = (word: string, words = WORDS): string | undefined =>
  [word, word.replace(/s$/u, ''), word.replace(/es$/u, '')].find((form) => words.has(form));

const inName = (file: string, name: string): readonly Finding[] => {
  const words = wordsOf(name);
  const together = ` ${words.join(' ')} `;
  return [
    ...words.flatMap((each) => refused(each) ?? refused(each, NAME_WORDS) ?? []),
    ...[...NAME_PHRASES.keys()].filter((phrase) => together.includes(` ${phrase} `)),
  ].map((word) => ({ file, word, at: name }));
};

const inText = (file: string, text: string): readonly Finding[] =>
  text.split('\n').flatMap((line) => [
    ...(line.match(/\p{L}+/gu) ?? []).flatMap((each) => {
      const word = refused(each.toLowerCase());
      return word === undefined ? [] : [{ file, word, at: line.trim() }];
    }),
    ...PHRASES.flatMap(([phrase]) => {
      const [word] = phrase.exec(line) ?? [];
      return word === undefined ? [] : [{ file, word: word.toLowerCase(), at: line.trim() }];
    }),
  ]);

/** Calls `visit` with every node of a file. */
const visitNodes = (file: string, text: string, visit: (node: ts.Node) => void): void => {
  const walk = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
};

/** Skips the parser for files that cannot contain a refused name. */
const MAY_MATCH = new RegExp(
  [...WORDS.keys(), ...NAME_WORDS.keys()]
    .flatMap((word) => [
      `(?<![a-z])${word}(?:e?s)?(?![a-z])`,
      `${word[0]!.toUpperCase()}${word.slice(1)}(?:e?s)?(?![a-z])`,
      `(?<![A-Z])${word.toUpperCase()}(?:E?S)?(?![A-Z])`,
    ])
    .join('|'),
  'u',
);
/** Skips the parser for files that cannot contain a refused text. */
const MAY_SAY = new RegExp(
  [
    `(?<!\\p{L})(?:${[...WORDS.keys()].join('|')})(?:e?s)?(?!\\p{L})`,
    ...PHRASES.map(([phrase]) => phrase.source),
  ].join('|'),
  'iu',
);
const MAY_MATCH_PHRASE = new RegExp([...NAME_PHRASES.keys()].join('|').replaceAll(' ', ''), 'iu');

/** Names in a TypeScript or JavaScript file: each identifier once. */
export const dialectInCode = (file: string, text: string): readonly Finding[] => {
  if (!MAY_MATCH.test(text) && !MAY_MATCH_PHRASE.test(text)) return [];
  const names = new Set<string>();
  visitNodes(file, text, (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
  });
  return [...names].flatMap((name) => inName(file, name));
};

/** The words of a path's last part. */
export const dialectInFileName = (file: string): readonly Finding[] =>
  inName(file, file.slice(file.lastIndexOf('/') + 1));

/** The texts of a catalogue, an object of strings. */
export const dialectInCatalogue = (file: string, json: string): readonly Finding[] =>
  Object.values(JSON.parse(json) as Record<string, string>).flatMap((text) =>
    // Names of values are not read by members.
    inText(file, text.replaceAll(/\{\w+/gu, '{')),
  );

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu;
/** The name of a call, which stays. */
const CALL = /^(?:GET|POST) \//u;

/** The texts in the string literals of a TypeScript file; literals without a space are keys. */
export const dialectInStrings = (file: string, text: string): readonly Finding[] => {
  if (!MAY_SAY.test(text.replaceAll(COMMENT, ''))) return [];
  const found: Finding[] = [];
  visitNodes(file, text, (node) => {
    const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    if (isLiteral && node.text.includes(' ') && !CALL.test(node.text))
      found.push(...inText(file, node.text));
  });
  return found;
};

/** A document, without code, addresses of links and quoted names. */
export const dialectInDocument = (file: string, text: string): readonly Finding[] =>
  inText(
    file,
    text
      .replaceAll(/```[\s\S]*?```/gu, '')
      .replaceAll(/`[^`]*`/gu, '')
      .replaceAll(/\]\([^)]*\)/gu, ']'),
  );

/** The term to use instead. */
export const termFor = (word: string): string =>
  WORDS.get(word) ??
  NAME_WORDS.get(word) ??
  NAME_PHRASES.get(word) ??
  PHRASES.find(([phrase]) => phrase.test(word))?.[1] ??
  '';

/** A name in the API, which stays. */
const API = 'in the API';
/** The titles of the specification, which stay. */
const SCREENS = 'on screens';

const allow = (word: string, reason: string, ...paths: readonly string[]) =>
  paths.map((path) => ({ word, path, reason }));

/** Places where a word is still used, by the beginning of their path. */
export const ALLOWED: readonly { word: string; path: string; reason: string }[] = [
  ...allow(
    'silence',
    API,
    'apps/console/src/',
    'apps/server/src/features/money/funding/',
    'apps/server/tests/',
    'packages/protocol/',
  ),
  ...allow(
    'standing',
    API,
    'apps/console/src/',
    'apps/server/src/features/backoffice/operators/',
    'apps/server/src/kernel/review/',
    'apps/server/tests/',
    'packages/protocol/',
  ),
  ...allow('stray', API, 'apps/console/src/', 'apps/web/src/features/backoffice/operators/'),
  ...allow(
    'told',
    API,
    'apps/server/src/features/market/market-data/',
    'apps/server/tests/',
    'apps/web/src/features/market/market/',
    'packages/protocol/',
  ),
  ...allow(
    'verdict',
    API,
    'apps/console/src/',
    'apps/server/src/features/money/funding/',
    'apps/server/tests/',
    'apps/web/src/features/backoffice/operators/',
    'packages/protocol/',
  ),
  ...allow(
    'takeover',
    'account takeover is the term of the field',
    'apps/server/tests/auth-takeover.test.ts',
  ),
  ...allow(
    'house',
    API,
    'apps/console/src/',
    'apps/server/src/features/products/catalogue/',
    'apps/server/src/features/proof/transparency/',
    'apps/server/tests/',
    'apps/web/src/features/proof/transparency/',
    'packages/protocol/',
    'packages/settlement/',
  ),
  ...allow('house', 'the name of a column', 'apps/server/src/features/money/funding/unmatched/'),
  ...allow(
    'program',
    'the file of another process',
    'apps/server/src/app/run-backups.ts',
    'apps/server/src/features/money/statement/draw-pdf.ts',
    'apps/server/src/kernel/images/',
    'apps/server/src/platform/',
    'apps/server/tests/long/',
    'apps/server/tests/support/prometheus.ts',
    'bench/src/system-postgres.ts',
  ),
  ...allow(
    'program',
    'of an operator, which signs payouts',
    'apps/server/src/config/evm.ts',
    'apps/server/src/adapters/evm-rail/',
  ),
  ...allow('program', 'the name of a table', 'apps/server/tests/drain.test.ts'),
  ...allow('program', 'the payload of a segwit address', 'packages/addresses/'),
  ...allow('another program', 'any other on the machine', 'apps/server/src/app/start-checks.ts'),
  ...allow('short-contract', SCREENS, 'apps/console/src/'),
  ...allow('short contract', SCREENS, 'apps/console/src/', 'apps/web/src/locales/'),
  ...allow(
    'short contracts',
    SCREENS,
    'apps/console/src/',
    'apps/server/src/features/money/statement/drawing/',
    'apps/server/src/features/products/catalogue/',
    'apps/server/src/kernel/i18n/',
    'apps/web/src/features/trading/futures/screens/',
    'apps/web/src/locales/',
  ),
  ...allow('the house', SCREENS, 'apps/web/src/locales/proof/transparency/'),
  ...allow('each program', 'of a member', 'apps/web/src/locales/gateway/keys/'),
  ...allow('stray', 'the kind of stored reviews', 'apps/server/src/audit/'),
  ...allow('desk', 'the name of a drawing', 'packages/ui/', 'e2e/support/picture-page.ts'),
];
