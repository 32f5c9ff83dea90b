/** Planted violations of every import rule, and allowed imports that no rule may report. */

/** A file to plant; `rule` is the one that must report it, undefined for an allowed import. */
export interface ImportPlant {
  readonly rule: string | undefined;
  readonly file: string;
  readonly text: string;
}

const S = 'apps/server/src';
const W = 'apps/web/src';
const C = 'apps/console/src';
const A = `${S}/features/market/planted-a`;
const B = `${S}/features/market/planted-b`;

const violation = (rule: string, file: string, text: string): ImportPlant => ({ rule, file, text });
const allowed = (file: string, text: string): ImportPlant => ({ rule: undefined, file, text });
const take = (from: string): string => `import * as x from '${from}';\nexport const taken = x;`;
const takeType = (from: string): string =>
  `import type * as x from '${from}';\nexport type Taken = typeof x;`;

/** Files that the plants import. */
export const importTargets: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['money', 'ledger', 'matching', 'settlement', 'proofs', 'addresses', 'protocol', 'ui'].map(
      (name) => [`packages/${name}/src/index.ts`, 'export const api = 1;'],
    ),
  ),
  'packages/protocol/src/operator/planted.ts': 'export const halt = 1;',
  'e2e/planted.ts': 'export const story = 1;',
  'bench/planted.ts': 'export const workload = 1;',
  [`${S}/main.ts`]: 'export const main = 1;',
  [`${S}/audit/planted.ts`]: 'export const audit = 1;',
  [`${S}/config/config.ts`]: 'export const config = 1;',
  [`${S}/commands/planted.ts`]: 'export const command = 1;',
  [`${S}/features/backoffice/planted-d/index.ts`]: 'export const door = 1;',
  [`${S}/features/money/planted-d/index.ts`]: 'export const door = 1;',
  [`${S}/app/planted.ts`]: 'export const app = 1;',
  [`${S}/adapters/planted.ts`]: 'export const adapter = 1;',
  [`${S}/kernel/planted.ts`]: 'export const kernel = 1;',
  [`${S}/kernel/planted-ring-b.ts`]: take('./planted-ring-a.ts'),
  [`${S}/platform/planted.ts`]: 'export const platform = 1;',
  [`${S}/platform/database/planted.ts`]: 'export const root = 1;',
  [`${S}/platform/database/query.ts`]: 'export const defineQuery = 1;',
  [`${S}/platform/database/table.ts`]: 'export const defineTable = 1;',
  [`${A}/index.ts`]: "export { act } from './act.ts';",
  [`${A}/act.ts`]: 'export const act = 1;',
  [`${B}/inner.ts`]: 'export const inner = 1;',
  [`${W}/app/planted.ts`]: 'export const app = 1;',
  [`${W}/kernel/planted.ts`]: 'export const kernel = 1;',
  [`${W}/platform/planted.ts`]: 'export const platform = 1;',
  [`${C}/app/planted.ts`]: 'export const app = 1;',
  [`${C}/kernel/planted.ts`]: 'export const kernel = 1;',
  [`${C}/features/market/planted-a/index.ts`]: "export { part } from './part.ts';",
  [`${C}/features/market/planted-a/part.ts`]: 'export const part = 1;',
  [`${W}/features/market/planted-a/index.ts`]: "export { part } from './part.ts';",
  [`${W}/features/market/planted-a/part.ts`]: 'export const part = 1;',
};

const everywhere = [
  violation('no-cycle', `${S}/kernel/planted-ring-a.ts`, take('./planted-ring-b.ts')),
  violation('no-unresolvable', `${S}/kernel/planted-lost.ts`, take('@tern/ledger/src/inside.ts')),
  violation('no-unresolvable', `${S}/kernel/planted-gone.ts`, take('./planted-nowhere.ts')),
  violation('no-orphan', `${S}/platform/planted-dead.ts`, 'export const dead = 1;'),
  violation('no-test-in-product', `${S}/kernel/planted-tested.ts`, take('./planted-it.test.ts')),
  allowed(`${S}/kernel/planted-it.test.ts`, take('./planted.ts')),
  violation(
    'no-test-in-product',
    'packages/ui/src/planted-story.ts',
    take('../../../e2e/planted.ts'),
  ),
  violation(
    'product-knows-no-tools',
    'packages/ui/src/planted-bench.ts',
    take('../../../bench/planted.ts'),
  ),
];

const packages = [
  violation(
    'package-to-app',
    'packages/ui/src/planted-app.ts',
    take('../../../apps/web/src/app/planted.ts'),
  ),
  violation('money-imports-nothing', 'packages/money/src/planted-node.ts', take('node:fs')),
  violation(
    'money-imports-nothing',
    'packages/money/src/planted-sibling.ts',
    take('@tern/matching'),
  ),
  ...['ledger', 'matching', 'settlement', 'proofs'].flatMap((core, at, all) => [
    violation(
      'cores-are-strangers',
      `packages/${core}/src/planted-sibling.ts`,
      take(`@tern/${all[(at + 1) % all.length]}`),
    ),
    violation('core-is-pure', `packages/${core}/src/planted-node.ts`, take('node:crypto')),
    violation('core-is-pure', `packages/${core}/src/planted-npm.ts`, take('pg')),
    allowed(`packages/${core}/src/planted-allowed.ts`, take('@tern/money')),
  ]),
  violation(
    'hashing-is-for-proofs',
    'packages/settlement/src/planted-hash.ts',
    take('@noble/hashes/sha2.js'),
  ),
  allowed('packages/proofs/src/planted-hash.ts', take('@noble/hashes/sha2.js')),
  allowed('packages/proofs/src/planted-sign.ts', take('@noble/curves/ed25519.js')),
  allowed('packages/proofs/src/planted-settle.ts', take('@tern/settlement')),
  violation(
    'addresses-know-chains-only',
    'packages/addresses/src/planted-core.ts',
    take('@tern/money'),
  ),
  violation(
    'addresses-know-chains-only',
    'packages/addresses/src/planted-node.ts',
    take('node:crypto'),
  ),
  allowed('packages/addresses/src/planted-codec.ts', take('@scure/base')),
  violation('protocol-is-thin', 'packages/protocol/src/planted-core.ts', take('@tern/ledger')),
  violation('protocol-is-thin', 'packages/protocol/src/planted-npm.ts', take('fastify')),
  allowed('packages/protocol/src/planted-schema.ts', take('typebox')),
  violation(
    'member-api-knows-no-operator',
    'packages/protocol/src/planted-leak.ts',
    take('./operator/planted.ts'),
  ),
  violation('ui-is-thin', 'packages/ui/src/planted-api.ts', take('@tern/protocol')),
  violation('ui-is-thin', 'packages/ui/src/planted-query.ts', take('@tanstack/react-query')),
  allowed('packages/ui/src/planted-react.tsx', take('react')),
];

const apps = [
  violation(
    'app-to-app',
    `${W}/kernel/planted-server.ts`,
    take('../../../server/src/app/planted.ts'),
  ),
  violation('clients-see-protocol-only', `${W}/kernel/planted-book.ts`, take('@tern/matching')),
  violation('clients-see-protocol-only', `${C}/kernel/planted-book.ts`, take('@tern/ledger')),
  allowed(`${W}/kernel/planted-api.ts`, take('@tern/protocol')),
  violation(
    'operator-api-is-console-only',
    `${W}/kernel/planted-operator.ts`,
    takeType('../../../../packages/protocol/src/operator/planted.ts'),
  ),
  allowed(
    `${C}/kernel/planted-operator.ts`,
    takeType('../../../../packages/protocol/src/operator/planted.ts'),
  ),
  violation('server-has-no-ui', `${S}/app/planted-ui.ts`, take('@tern/ui')),
  violation('server-has-no-ui', `${S}/app/planted-react.ts`, take('react')),
];

const layers = [
  violation('layer-platform', `${S}/platform/planted-up.ts`, take('../kernel/planted.ts')),
  violation('layer-platform', `${W}/platform/planted-up.ts`, take('../kernel/planted.ts')),
  violation(
    'layer-kernel',
    `${S}/kernel/planted-up.ts`,
    take('../features/market/planted-a/index.ts'),
  ),
  violation(
    'layer-kernel',
    `${W}/kernel/planted-up.ts`,
    take('../features/market/planted-a/index.ts'),
  ),
  violation('layer-kernel', `${S}/kernel/planted-audit.ts`, take('../audit/planted.ts')),
  violation('layer-features', `${A}/planted-up.ts`, takeType('../../../app/planted.ts')),
  violation('layer-features', `${A}/planted-audit.ts`, takeType('../../../audit/planted.ts')),
  violation(
    'layer-features',
    `${W}/features/market/planted-a/planted-up.ts`,
    takeType('../../../app/planted.ts'),
  ),
  violation('layer-platform', `${C}/platform/planted-up.ts`, take('../kernel/planted.ts')),
  violation(
    'layer-kernel',
    `${C}/kernel/planted-up.ts`,
    take('../features/market/planted-a/index.ts'),
  ),
  violation(
    'layer-features',
    `${C}/features/market/planted-a/planted-up.ts`,
    takeType('../../../app/planted.ts'),
  ),
  violation('layer-platform', `${S}/platform/planted-adapter.ts`, take('../adapters/planted.ts')),
  violation('layer-kernel', `${S}/kernel/planted-adapter.ts`, take('../adapters/planted.ts')),
  violation(
    'adapters-behind-ports',
    `${A}/planted-adapter.ts`,
    take('../../../adapters/planted.ts'),
  ),
  violation(
    'adapters-behind-ports',
    `${S}/audit/planted-adapter.ts`,
    take('../adapters/planted.ts'),
  ),
  violation(
    'adapters-know-ports-only',
    `${S}/adapters/planted-up.ts`,
    take('../features/market/planted-a/index.ts'),
  ),
  violation('adapters-know-ports-only', `${S}/adapters/planted-app.ts`, take('../app/planted.ts')),
  allowed(`${S}/adapters/planted-port.ts`, take('../kernel/planted.ts')),
  allowed(`${S}/app/planted-adapter.ts`, take('../adapters/planted.ts')),
  violation('layer-app', `${S}/app/planted-command.ts`, take('../commands/planted.ts')),
  violation('layer-kernel', `${S}/kernel/planted-command.ts`, take('../commands/planted.ts')),
  violation(
    'subjects-are-layered',
    `${A}/planted-later.ts`,
    take('../../backoffice/planted-d/index.ts'),
  ),
  violation(
    'subjects-are-layered',
    `${S}/features/trading/planted-e/planted-later.ts`,
    take('../../money/planted-d/index.ts'),
  ),
  allowed(
    `${S}/features/backoffice/planted-d/planted-earlier.ts`,
    take('../../market/planted-a/index.ts'),
  ),
  violation('main-is-the-top', `${S}/app/planted-main.ts`, take('../main.ts')),
  violation(
    'config-comes-by-argument',
    `${S}/kernel/planted-config.ts`,
    take('../config/config.ts'),
  ),
  allowed(`${S}/kernel/planted-config-type.ts`, takeType('../config/config.ts')),
  allowed(`${S}/kernel/planted-down.ts`, take('../platform/planted.ts')),
];

const features = [
  violation('public-api', `${B}/planted-window.ts`, take('../planted-a/act.ts')),
  allowed(`${B}/planted-index-user.ts`, take('../planted-a/index.ts')),
  violation(
    'public-api-app',
    `${S}/app/planted-window.ts`,
    take('../features/market/planted-a/act.ts'),
  ),
  allowed(`${S}/app/planted-index-user.ts`, take('../features/market/planted-a/index.ts')),
  violation(
    'public-api-app',
    `${S}/audit/planted-window.ts`,
    take('../features/market/planted-a/act.ts'),
  ),
  violation(
    'public-api-app',
    `${W}/app/planted-window.ts`,
    take('../features/market/planted-a/part.ts'),
  ),
  violation(
    'client-features-are-separate',
    `${W}/features/market/planted-b/part.ts`,
    take('../planted-a/index.ts'),
  ),
  violation(
    'public-api-app',
    `${C}/app/planted-window.ts`,
    take('../features/market/planted-a/part.ts'),
  ),
  violation(
    'client-features-are-separate',
    `${C}/features/market/planted-b/part.ts`,
    take('../planted-a/index.ts'),
  ),
  violation('store-is-private', `${B}/planted-store.ts`, take('../planted-a/store.ts')),
  violation(
    'store-is-private',
    `${S}/app/planted-store.ts`,
    take('../features/market/planted-a/store.ts'),
  ),
  allowed(`${A}/planted-store.ts`, take('./store.ts')),
  violation('store-is-private', `${B}/planted-half-store.ts`, take('../planted-a/store-half.ts')),
  violation('store-is-private', `${B}/planted-rows.ts`, take('../planted-a/export-rows.ts')),
  violation('store-knows-no-api', `${B}/store.ts`, takeType('@tern/protocol')),
  violation('store-knows-no-api', `${B}/part/store.ts`, takeType('@tern/protocol')),
  violation('routes-only-translate', `${B}/routes.ts`, take('./store.ts')),
  violation('routes-only-translate', `${B}/operator.ts`, take('@tern/ledger')),
  allowed(`${A}/routes.ts`, take('@tern/protocol')),
  violation('routes-only-translate', `${B}/part/routes.ts`, take('./store.ts')),
  violation('rules-are-pure', `${B}/rules.ts`, take('./inner.ts')),
  violation('rules-are-pure', `${B}/part/rules.ts`, take('../inner.ts')),
  allowed(
    `${A}/rules.ts`,
    `${take('@tern/settlement')}\nimport type * as act from './act.ts';\nexport type Act = typeof act;`,
  ),
  violation(
    'rules-touch-no-platform',
    `${S}/features/market/planted-c/rules.ts`,
    takeType('../../../platform/database/planted.ts'),
  ),
  violation('view-models-are-pure', `${W}/features/market/planted-a/view-model.ts`, take('react')),
  violation('view-models-are-pure', `${C}/features/market/planted-a/view-model.ts`, take('react')),
  violation('app-to-app', `${C}/kernel/planted-web.ts`, take('../../../web/src/kernel/planted.ts')),
  violation(
    'view-models-are-pure',
    `${W}/features/market/planted-b/view-model.ts`,
    take('./part.ts'),
  ),
];

const transactions = [
  violation(
    'tx-comes-by-argument',
    `${A}/planted-root.ts`,
    take('../../../platform/database/planted.ts'),
  ),
  violation(
    'tx-comes-by-argument',
    `${S}/kernel/planted-root.ts`,
    take('../platform/database/planted.ts'),
  ),
  allowed(`${A}/planted-tx.ts`, takeType('../../../platform/database/planted.ts')),
  violation(
    'queries-live-in-stores',
    `${A}/planted-sql.ts`,
    take('../../../platform/database/query.ts'),
  ),
  violation(
    'queries-live-in-stores',
    `${A}/planted-table.ts`,
    take('../../../platform/database/table.ts'),
  ),
  allowed(`${A}/store-half.ts`, take('../../../platform/database/query.ts')),
  allowed(`${A}/store-table.ts`, take('../../../platform/database/table.ts')),
  allowed(`${A}/store.ts`, take('../../../platform/database/query.ts')),
  allowed(`${A}/export-rows.ts`, take('../../../platform/database/query.ts')),
  allowed(`${A}/part/store.ts`, take('../../../../platform/database/query.ts')),
  allowed(`${S}/kernel/planted-sql.ts`, take('../platform/database/query.ts')),
];

/** All plants. They are in the tree together, so each is checked for its own file only. */
export const importPlants: readonly ImportPlant[] = [
  ...everywhere,
  ...packages,
  ...apps,
  ...layers,
  ...features,
  ...transactions,
];
