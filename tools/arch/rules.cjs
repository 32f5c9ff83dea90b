/**
 * The import rules of docs/ARCHITECTURE.md, one per sentence; each comment says what to do instead.
 * tools/arch/planted.test.ts plants a violation of every one and fails unless that rule reports it.
 */
const APP = '^apps/([^/]+)/src/';
const FEATURE = `${APP}features/([^/]+/[^/]+)/`;
/** Each subject uses those before it. */
const SUBJECTS = [
  'market',
  'proof',
  'account',
  'trading',
  'money',
  'products',
  'gateway',
  'backoffice',
];
const TEST = '[.](test|spec)[.]tsx?$|^(apps|packages)/[^/]+/tests/|^e2e/';
const DATABASE = '^apps/server/src/platform/database([/.]|$)';
/** A feature's own folder, or one of its parts. */
const FOLDER = '/features/.+/';
/** Constants, no clock. */
const DURATIONS = '^apps/server/src/platform/durations[.]ts$';
/** The SQL of a feature: its stores, and the rows that a member may export. */
const STORE = `${FOLDER}(?:store[^/]*|export-rows)[.]ts$`;
const SQL_WORDS = '^apps/server/src/platform/database/(query|columns|table|part-search)[.]ts$';
const SQL_FAULTS = '^apps/server/src/platform/database/database-errors[.]ts$';

const rule = (name, comment, { from, to }) => ({ name, comment, severity: 'error', from, to });
const product = (path) => ({ path, pathNot: TEST });

const everywhere = [
  rule('no-cycle', 'Move the shared part down one layer.', { from: {}, to: { circular: true } }),
  rule(
    'no-unresolvable',
    'Import through the package name and its exports map, or correct the path.',
    { from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ),
  rule('no-orphan', 'Nothing is connected to this file: delete it or register it.', {
    from: {
      orphan: true,
      path: '^(apps|packages)/[^/]+/src/',
      pathNot: ['main[.]tsx?$', '[.]d[.]ts$', TEST],
    },
    to: {},
  }),
  rule(
    'no-test-in-product',
    'Product code never imports a test or its support: move the shared part into the product.',
    { from: product('^(apps|packages)/'), to: { path: TEST } },
  ),
  rule('product-knows-no-tools', 'e2e, bench and tools import the product, never the reverse.', {
    from: { path: '^(apps|packages)/' },
    to: { path: '^(e2e|bench|tools)/' },
  }),
];

const packages = [
  rule('package-to-app', 'Packages are below the apps: pass values of the app as arguments.', {
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  }),
  rule(
    'money-imports-nothing',
    'money imports nothing: what needs more belongs to the package that needs it.',
    { from: product('^packages/money/src/'), to: { pathNot: '^packages/money/' } },
  ),
  rule(
    'cores-are-strangers',
    'ledger, matching, settlement and proofs meet in the server, never directly (proofs may settle).',
    {
      from: { path: '^packages/(ledger|matching|settlement)/' },
      to: { path: '^packages/', pathNot: ['^packages/money/', '^packages/$1/'] },
    },
  ),
  rule(
    'cores-are-strangers',
    'proofs checks results by the settlement rule itself; of the other cores it knows nothing.',
    {
      from: { path: '^packages/proofs/' },
      to: { path: '^packages/', pathNot: '^packages/(money|settlement|proofs)/' },
    },
  ),
  rule(
    'core-is-pure',
    'A core receives everything as arguments: no npm package, no node module (proofs may hash and sign).',
    {
      from: product('^packages/(ledger|matching|settlement|proofs)/src/'),
      to: { pathNot: ['^packages/', '(^|/)node_modules/@noble/(hashes|curves|post-quantum)/'] },
    },
  ),
  rule(
    'hashing-is-for-proofs',
    'Only proofs may hash; ledger, matching and settlement use money only.',
    {
      from: { path: '^packages/(ledger|matching|settlement)/' },
      to: { path: '(^|/)node_modules/@noble/' },
    },
  ),
  rule(
    'addresses-know-chains-only',
    'addresses reads what people type with the codecs of the chains, and knows nothing of the product.',
    {
      from: product('^packages/addresses/src/'),
      to: {
        pathNot: [
          '^packages/addresses/',
          '(^|/)node_modules/(@noble/hashes|@scure/base|ethers|ripple-address-codec)/',
        ],
      },
    },
  ),
  rule(
    'protocol-is-thin',
    'protocol is the API and nothing else: money and the schema library only.',
    {
      from: product('^packages/protocol/src/'),
      to: { pathNot: ['^packages/(money|protocol)/', '(^|/)node_modules/typebox/'] },
    },
  ),
  rule(
    'member-api-knows-no-operator',
    'Operator calls have their own entry, protocol/operator; the member entry never re-exports them.',
    {
      from: {
        path: '^packages/protocol/src/',
        pathNot: ['^packages/protocol/src/operator[/.]', TEST],
      },
      to: { path: '^packages/protocol/src/operator[/.]' },
    },
  ),
  rule(
    'ui-is-thin',
    'ui knows money and react: give it data and callbacks, it knows no call and no screen.',
    {
      from: product('^packages/ui/src/'),
      to: { pathNot: ['^packages/(money|ui)/', '(^|/)node_modules/(@types/)?react(-dom)?/'] },
    },
  ),
];

const apps = [
  rule('app-to-app', 'Apps communicate over the API, never by import.', {
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  }),
  rule(
    'clients-see-protocol-only',
    'web and console know protocol, ui, money, addresses and proofs; books and ledgers stay on the server.',
    {
      from: { path: '^apps/(web|console)/' },
      to: { path: '^packages/', pathNot: '^packages/(protocol|ui|money|addresses|proofs)/' },
    },
  ),
  rule('operator-api-is-console-only', 'Operator calls are never sent to members.', {
    from: { path: '^apps/web/' },
    to: { path: '^packages/protocol/src/operator[/.]' },
  }),
  rule('server-has-no-ui', 'No screen parts on the server.', {
    from: { path: '^apps/server/' },
    to: { path: '^packages/ui/|(^|/)node_modules/react(-dom)?/' },
  }),
];

const layers = [
  rule(
    'layer-platform',
    'platform is the lowest layer of an app and has no business terms: take a callback or a port.',
    {
      from: product(`${APP}platform/`),
      to: { path: `${APP}(kernel|adapters|features|app|audit|commands)/` },
    },
  ),
  rule('layer-kernel', 'kernel never imports a feature: publish an event or move the fact down.', {
    from: product(`${APP}kernel/`),
    to: { path: `${APP}(adapters|features|app|audit|commands)/` },
  }),
  rule(
    'layer-features',
    'features never import app or audit: app registers them through their index file.',
    { from: product(`${APP}features/`), to: { path: `${APP}(app|audit|commands)/` } },
  ),
  rule(
    'adapters-behind-ports',
    'Features know the port in kernel; app chooses the adapter (commands and config may name one).',
    {
      from: product('^apps/server/src/(features|audit)/'),
      to: { path: '^apps/server/src/adapters/' },
    },
  ),
  rule(
    'adapters-know-ports-only',
    'An adapter knows the port in kernel that it serves, and no business of a feature.',
    {
      from: product('^apps/server/src/adapters/'),
      to: { path: `${APP}(features|app|audit|commands)/` },
    },
  ),
  rule('layer-app', 'app and audit never import a command: commands use them.', {
    from: product('^apps/server/src/(app|audit)/'),
    to: { path: '^apps/server/src/commands/' },
  }),
  ...SUBJECTS.slice(0, -1).map((subject, at) =>
    rule(
      'subjects-are-layered',
      'A subject uses only those before it: move the shared part to the kernel, or let app pass it in.',
      {
        from: product(`^apps/server/src/features/${subject}/`),
        to: { path: `^apps/server/src/features/(${SUBJECTS.slice(at + 1).join('|')})/` },
      },
    ),
  ),
  rule('main-is-the-top', 'Nothing imports the composition root.', {
    from: { path: '^apps/', pathNot: TEST },
    to: { path: `${APP}main[.]tsx?$` },
  }),
  rule(
    'config-comes-by-argument',
    'Settings are read once and passed down: use the value (or its type), not the reader.',
    {
      from: product('^apps/server/src/(features|adapters|kernel|platform)/'),
      to: { path: '^apps/server/src/config/', dependencyTypesNot: ['type-only'] },
    },
  ),
];

const features = [
  rule('public-api', 'Import another feature through its index file only.', {
    from: product(FEATURE),
    to: {
      path: '^apps/$1/src/features/',
      pathNot: ['^apps/$1/src/features/$2/', '/features/[^/]+/[^/]+/index[.]tsx?$'],
    },
  }),
  // `npm run verify` runs from source without a database: it loads the pure files alone.
  rule('public-api-app', 'app, audit, commands and main enter a feature by its index file.', {
    from: product(`${APP}(app/|audit/|commands/(?!verify/)|main[.])`),
    to: { path: `${APP}features/[^/]+/`, pathNot: '/features/[^/]+/[^/]+/index[.]tsx?$' },
  }),
  rule(
    'client-features-are-separate',
    'Client features share code in kernel and are composed by app, never directly.',
    {
      from: { path: '^apps/(web|console)/src/features/([^/]+/[^/]+)/' },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
  ),
  rule('store-is-private', 'Use the feature through its index; its tables are private.', {
    from: product('^apps/server/src/(app/|audit/|commands/|main[.]|features/([^/]+/[^/]+)/)'),
    to: { path: STORE, pathNot: '/features/$2/' },
  }),
  rule(
    'store-knows-no-api',
    'store.ts speaks rows and domain words; routes.ts translates the API.',
    { from: { path: STORE }, to: { path: '^packages/protocol/' } },
  ),
  rule(
    'routes-only-translate',
    'routes.ts and operator.ts translate the API to use cases: no SQL, no ledger, no book.',
    {
      from: { path: `${FOLDER}routes[.]ts$|/features/(?!backoffice/operators/).+/operator[.]ts$` },
      to: { path: `${STORE}|^packages/(ledger|matching|settlement)/` },
    },
  ),
  rule(
    'rules-are-pure',
    'rules.ts decides from its arguments: packages and other rules by value, kernel and its own feature by type only.',
    {
      from: { path: `^apps/server/src${FOLDER}rules[.]ts$` },
      to: {
        pathNot: [
          '^packages/(money|ledger|matching|settlement|proofs)/',
          `${FOLDER}rules[.]ts$`,
          DURATIONS,
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
  ),
  rule(
    'rules-touch-no-platform',
    'rules.ts takes values, never a transaction, a clock or a request, not even their types.',
    {
      from: { path: `${FOLDER}rules[.]ts$` },
      to: { path: `${APP}platform/`, pathNot: [DURATIONS] },
    },
  ),
  rule(
    'view-models-are-pure',
    'view-model.ts says what to show from its arguments: no React, no call, no cache.',
    {
      from: { path: '^apps/(web|console)/src/features/.+/view-model[.]ts$' },
      to: {
        // The forms of an e-mail address and of a phone number are as pure.
        pathNot: [
          '^packages/(money|protocol|proofs)/',
          '^apps/web/src/(kernel/email|features/account/auth/phone-number)[.]ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
  ),
];

const transactions = [
  rule(
    'tx-comes-by-argument',
    'Features, kernel and adapters get a Tx from the caller; only its type is imported.',
    {
      from: product('^apps/server/src/(features|kernel|adapters)/'),
      to: { path: DATABASE, pathNot: [SQL_WORDS, SQL_FAULTS], dependencyTypesNot: ['type-only'] },
    },
  ),
  rule(
    'queries-live-in-stores',
    'SQL is written in store*.ts or export-rows.ts (or in the kernel): call the store from here.',
    {
      from: { path: '^apps/server/src/features/', pathNot: [STORE, TEST] },
      to: { path: SQL_WORDS, dependencyTypesNot: ['type-only'] },
    },
  ),
];

module.exports = {
  forbidden: [...everywhere, ...packages, ...apps, ...layers, ...features, ...transactions],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
