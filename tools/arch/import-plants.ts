/** One breach (or more) of every import rule, and lawful imports beside them that no rule may report. */

/** A file to plant; `rule` is the one that must report it, or undefined when the import is lawful. */
export interface ImportPlant {
  readonly rule: string | undefined;
  readonly file: string;
  readonly text: string;
}

const S = 'apps/server/src';
const W = 'apps/web/src';
const C = 'apps/console/src';
const A = `${S}/features/planted-a`;
const B = `${S}/features/planted-b`;

const breach = (rule: string, file: string, text: string): ImportPlant => ({ rule, file, text });
const lawful = (file: string, text: string): ImportPlant => ({ rule: undefined, file, text });
const take = (from: string): string => `import * as x from '${from}';\nexport const taken = x;`;
const takeType = (from: string): string =>
  `import type * as x from '${from}';\nexport type Taken = typeof x;`;

/** Files the plants point at; planted only where the tree has none of that name. */
export const importTargets: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['money', 'ledger', 'matching', 'settlement', 'proofs', 'protocol', 'ui'].flatMap((name) => [
      [
        `packages/${name}/package.json`,
        JSON.stringify({
          name: `@tern/${name}`,
          type: 'module',
          exports: { '.': './src/index.ts' },
        }),
      ],
      [`packages/${name}/src/index.ts`, 'export const door = 1;'],
    ]),
  ),
  'packages/protocol/src/operator/planted.ts': 'export const halt = 1;',
  'e2e/planted.ts': 'export const story = 1;',
  'bench/planted.ts': 'export const workload = 1;',
  [`${S}/main.ts`]: 'export const main = 1;',
  [`${S}/audit/planted.ts`]: 'export const audit = 1;',
  [`${S}/config.ts`]: 'export const config = 1;',
  [`${S}/app/planted.ts`]: 'export const app = 1;',
  [`${S}/kernel/planted.ts`]: 'export const kernel = 1;',
  [`${S}/kernel/planted-ring-b.ts`]: take('./planted-ring-a.ts'),
  [`${S}/platform/planted.ts`]: 'export const platform = 1;',
  [`${S}/platform/database/planted.ts`]: 'export const root = 1;',
  [`${S}/platform/database/query.ts`]: 'export const defineQuery = 1;',
  [`${A}/index.ts`]: "export { act } from './act.ts';",
  [`${A}/act.ts`]: 'export const act = 1;',
  [`${B}/inner.ts`]: 'export const inner = 1;',
  [`${W}/app/planted.ts`]: 'export const app = 1;',
  [`${W}/kernel/planted.ts`]: 'export const kernel = 1;',
  [`${W}/platform/planted.ts`]: 'export const platform = 1;',
  [`${C}/app/planted.ts`]: 'export const app = 1;',
  [`${C}/kernel/planted.ts`]: 'export const kernel = 1;',
  [`${C}/features/planted-a/index.ts`]: "export { part } from './part.ts';",
  [`${C}/features/planted-a/part.ts`]: 'export const part = 1;',
  [`${W}/features/planted-a/index.ts`]: "export { part } from './part.ts';",
  [`${W}/features/planted-a/part.ts`]: 'export const part = 1;',
};

const everywhere = [
  breach('no-cycle', `${S}/kernel/planted-ring-a.ts`, take('./planted-ring-b.ts')),
  breach('no-unresolvable', `${S}/kernel/planted-lost.ts`, take('@tern/ledger/src/inside.ts')),
  breach('no-unresolvable', `${S}/kernel/planted-gone.ts`, take('./planted-nowhere.ts')),
  breach('no-orphan', `${S}/platform/planted-dead.ts`, 'export const dead = 1;'),
  breach('no-test-in-product', `${S}/kernel/planted-tested.ts`, take('./planted-it.test.ts')),
  lawful(`${S}/kernel/planted-it.test.ts`, take('./planted.ts')),
  breach('no-test-in-product', 'packages/ui/src/planted-story.ts', take('../../../e2e/planted.ts')),
  breach(
    'product-knows-no-tools',
    'packages/ui/src/planted-bench.ts',
    take('../../../bench/planted.ts'),
  ),
];

const packages = [
  breach(
    'package-to-app',
    'packages/ui/src/planted-app.ts',
    take('../../../apps/web/src/app/planted.ts'),
  ),
  breach('money-is-the-floor', 'packages/money/src/planted-node.ts', take('node:fs')),
  breach('money-is-the-floor', 'packages/money/src/planted-sibling.ts', take('@tern/matching')),
  ...['ledger', 'matching', 'settlement', 'proofs'].flatMap((core, at, all) => [
    breach(
      'cores-are-strangers',
      `packages/${core}/src/planted-sibling.ts`,
      take(`@tern/${all[(at + 1) % all.length]}`),
    ),
    breach('core-is-pure', `packages/${core}/src/planted-node.ts`, take('node:crypto')),
    breach('core-is-pure', `packages/${core}/src/planted-npm.ts`, take('pg')),
    lawful(`packages/${core}/src/planted-lawful.ts`, take('@tern/money')),
  ]),
  breach(
    'hashing-is-for-proofs',
    'packages/settlement/src/planted-hash.ts',
    take('@noble/hashes/sha2.js'),
  ),
  lawful('packages/proofs/src/planted-hash.ts', take('@noble/hashes/sha2.js')),
  lawful('packages/proofs/src/planted-sign.ts', take('@noble/curves/ed25519.js')),
  lawful('packages/proofs/src/planted-settle.ts', take('@tern/settlement')),
  breach('protocol-is-thin', 'packages/protocol/src/planted-core.ts', take('@tern/ledger')),
  breach('protocol-is-thin', 'packages/protocol/src/planted-npm.ts', take('fastify')),
  lawful('packages/protocol/src/planted-schema.ts', take('typebox')),
  breach(
    'member-wire-knows-no-operator',
    'packages/protocol/src/planted-leak.ts',
    take('./operator/planted.ts'),
  ),
  breach('ui-is-thin', 'packages/ui/src/planted-wire.ts', take('@tern/protocol')),
  breach('ui-is-thin', 'packages/ui/src/planted-query.ts', take('@tanstack/react-query')),
  lawful('packages/ui/src/planted-react.tsx', take('react')),
];

const apps = [
  breach('app-to-app', `${W}/kernel/planted-server.ts`, take('../../../server/src/app/planted.ts')),
  breach('clients-see-wire-only', `${W}/kernel/planted-book.ts`, take('@tern/matching')),
  breach('clients-see-wire-only', `${C}/kernel/planted-book.ts`, take('@tern/ledger')),
  lawful(`${W}/kernel/planted-wire.ts`, take('@tern/protocol')),
  breach(
    'operator-wire-is-console-only',
    `${W}/kernel/planted-operator.ts`,
    takeType('../../../../packages/protocol/src/operator/planted.ts'),
  ),
  lawful(
    `${C}/kernel/planted-operator.ts`,
    takeType('../../../../packages/protocol/src/operator/planted.ts'),
  ),
  breach('server-has-no-ui', `${S}/app/planted-ui.ts`, take('@tern/ui')),
  breach('server-has-no-ui', `${S}/app/planted-react.ts`, take('react')),
];

const storeys = [
  breach('storey-platform', `${S}/platform/planted-up.ts`, take('../kernel/planted.ts')),
  breach('storey-platform', `${W}/platform/planted-up.ts`, take('../kernel/planted.ts')),
  breach('storey-kernel', `${S}/kernel/planted-up.ts`, take('../features/planted-a/index.ts')),
  breach('storey-kernel', `${W}/kernel/planted-up.ts`, take('../features/planted-a/index.ts')),
  breach('storey-kernel', `${S}/kernel/planted-audit.ts`, take('../audit/planted.ts')),
  breach('storey-features', `${A}/planted-up.ts`, takeType('../../app/planted.ts')),
  breach('storey-features', `${A}/planted-audit.ts`, takeType('../../audit/planted.ts')),
  breach(
    'storey-features',
    `${W}/features/planted-a/planted-up.ts`,
    takeType('../../app/planted.ts'),
  ),
  breach('storey-platform', `${C}/platform/planted-up.ts`, take('../kernel/planted.ts')),
  breach('storey-kernel', `${C}/kernel/planted-up.ts`, take('../features/planted-a/index.ts')),
  breach(
    'storey-features',
    `${C}/features/planted-a/planted-up.ts`,
    takeType('../../app/planted.ts'),
  ),
  breach('main-is-the-top', `${S}/app/planted-main.ts`, take('../main.ts')),
  breach('config-comes-by-argument', `${S}/kernel/planted-config.ts`, take('../config.ts')),
  lawful(`${S}/kernel/planted-config-type.ts`, takeType('../config.ts')),
  lawful(`${S}/kernel/planted-down.ts`, take('../platform/planted.ts')),
];

const features = [
  breach('front-door', `${B}/planted-window.ts`, take('../planted-a/act.ts')),
  lawful(`${B}/planted-door.ts`, take('../planted-a/index.ts')),
  breach('front-door-app', `${S}/app/planted-window.ts`, take('../features/planted-a/act.ts')),
  lawful(`${S}/app/planted-door.ts`, take('../features/planted-a/index.ts')),
  breach('front-door-app', `${S}/audit/planted-window.ts`, take('../features/planted-a/act.ts')),
  breach('front-door-app', `${W}/app/planted-window.ts`, take('../features/planted-a/part.ts')),
  breach('screens-are-strangers', `${W}/features/planted-b/part.ts`, take('../planted-a/index.ts')),
  breach('front-door-app', `${C}/app/planted-window.ts`, take('../features/planted-a/part.ts')),
  breach('screens-are-strangers', `${C}/features/planted-b/part.ts`, take('../planted-a/index.ts')),
  breach('store-is-private', `${B}/planted-store.ts`, take('../planted-a/store.ts')),
  breach('store-is-private', `${S}/app/planted-store.ts`, take('../features/planted-a/store.ts')),
  lawful(`${A}/planted-store.ts`, take('./store.ts')),
  breach('store-is-private', `${B}/planted-half-store.ts`, take('../planted-a/store-half.ts')),
  breach('store-knows-no-wire', `${B}/store.ts`, takeType('@tern/protocol')),
  breach('store-knows-no-wire', `${B}/room/store.ts`, takeType('@tern/protocol')),
  breach('routes-only-translate', `${B}/routes.ts`, take('./store.ts')),
  breach('routes-only-translate', `${B}/operator.ts`, take('@tern/ledger')),
  lawful(`${A}/routes.ts`, take('@tern/protocol')),
  breach('routes-only-translate', `${B}/room/routes.ts`, take('./store.ts')),
  breach('rules-are-pure', `${B}/rules.ts`, take('./inner.ts')),
  breach('rules-are-pure', `${B}/room/rules.ts`, take('../inner.ts')),
  lawful(
    `${A}/rules.ts`,
    `${take('@tern/settlement')}\nimport type * as act from './act.ts';\nexport type Act = typeof act;`,
  ),
  breach(
    'rules-touch-no-platform',
    `${S}/features/planted-c/rules.ts`,
    takeType('../../platform/database/planted.ts'),
  ),
  breach('view-models-are-pure', `${W}/features/planted-a/view-model.ts`, take('react')),
  breach('view-models-are-pure', `${C}/features/planted-a/view-model.ts`, take('react')),
  breach('app-to-app', `${C}/kernel/planted-web.ts`, take('../../../web/src/kernel/planted.ts')),
  breach('view-models-are-pure', `${W}/features/planted-b/view-model.ts`, take('./part.ts')),
];

const transactions = [
  breach(
    'tx-comes-by-argument',
    `${A}/planted-root.ts`,
    take('../../platform/database/planted.ts'),
  ),
  breach(
    'tx-comes-by-argument',
    `${S}/kernel/planted-root.ts`,
    take('../platform/database/planted.ts'),
  ),
  lawful(`${A}/planted-tx.ts`, takeType('../../platform/database/planted.ts')),
  breach('queries-live-in-stores', `${A}/planted-sql.ts`, take('../../platform/database/query.ts')),
  lawful(`${A}/store-half.ts`, take('../../platform/database/query.ts')),
  lawful(`${A}/store.ts`, take('../../platform/database/query.ts')),
  lawful(`${A}/room/store.ts`, take('../../../platform/database/query.ts')),
  lawful(`${S}/kernel/planted-sql.ts`, take('../platform/database/query.ts')),
];

/** Every plant; all are in the tree at once, so each answers for its own file only. */
export const importPlants: readonly ImportPlant[] = [
  ...everywhere,
  ...packages,
  ...apps,
  ...storeys,
  ...features,
  ...transactions,
];
