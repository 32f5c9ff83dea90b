/** The alert rules and the dashboard: what they ask for is exported, and each alert has its page (ADR 55). */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertRules } from './support/alert-rules.ts';
import { type Family, familiesOf, type Sample, scrape, scrapeText } from './support/scrape.ts';
import { startServer, type TestServer } from './support/server.ts';

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

const rules = alertRules;
const { panels } = JSON.parse(read('ops/grafana/tern.json')) as Dashboard;
const queries = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** Prometheus adds it to each scrape. */
const OF_PROMETHEUS = 'up';
const LABELS_OF_PROMETHEUS = ['instance', 'job', 'le'];
const METRIC = /\b((?:tern|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g;

const metricsIn = (query: string) =>
  [...query.matchAll(METRIC)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));

/** Of the server. */
const sources = readdirSync(`${root}apps/server/src`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => read(`apps/server/src/${path}`));

let server: TestServer;
let families: readonly Family[];
let samples: readonly Sample[];
beforeAll(async () => {
  server = await startServer({ hasMetrics: true });
  await server.api.call('GET /base/site', {});
  families = familiesOf(await scrapeText(server.metricsUrl()));
  samples = await scrape(server.metricsUrl());
}, 120_000);
afterAll(() => server?.stop());

/** The names of a family's series. */
function seriesOf({ name, type }: Family): string[] {
  return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
}

describe('the rules and the dashboard', () => {
  it('ask only for what a running server exports', () => {
    const exported = new Set([OF_PROMETHEUS, ...families.flatMap(seriesOf)]);
    const asked = queries.flatMap(metricsIn).map(({ name }) => name);
    expect(asked.length).toBeGreaterThan(60);
    expect([...new Set(asked)].filter((name) => !exported.has(name))).toEqual([]);
  });

  it('choose only by labels that exist: others would never match', () => {
    const unknown = queries.flatMap(metricsIn).flatMap(({ name, labels }) => {
      const known = new Set(
        samples.filter((each) => each.name === name).flatMap((each) => Object.keys(each.labels)),
      );
      // Without a sample nothing is known.
      if (known.size === 0) return [];
      return labels
        .filter((label) => !known.has(label) && !LABELS_OF_PROMETHEUS.includes(label))
        .map((label) => `${name}{${label}}`);
    });
    expect(unknown).toEqual([]);
  });

  it('show everything of ours on the dashboard or alert of it', () => {
    const asked = new Set(queries.flatMap(metricsIn).map(({ name }) => name));
    const unused = families
      .filter(({ name }) => name.startsWith('tern_'))
      .filter((family) => !seriesOf(family).some((series) => asked.has(series)));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });
});

describe('each alert', () => {
  it('has a page of its own, and each page an alert', () => {
    const pages = readdirSync(`${root}docs/runbooks`).filter((page) => page !== 'README.md');
    expect(rules.map(({ alert }) => `${alert}.md`).sort()).toEqual(pages.sort());
  });

  it('leads to its page, wherever the operator keeps the pages', () => {
    expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
      rules.map(({ alert }) => `{{ or $externalLabels.runbooks "docs/runbooks" }}/${alert}.md`),
    );
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s says what members notice',
    (_alert, { annotations }) => {
      expect(annotations.description).toMatch(/\bmembers?\b.+[.]$/i);
    },
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says what to do', (alert, rule) => {
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
    const page = read(`docs/runbooks/${alert}.md`);
    expect(page.startsWith(`# ${alert}\n`)).toBe(true);
    for (const part of ['**Means.**', '**Look at**', '**Do**', '**Over** when ', '**Never**']) {
      expect(page).toContain(part);
    }
  });
});

describe('each metric of ours', () => {
  const ours = () => families.filter(({ name }) => !/^(?:process|nodejs)_/.test(name));

  it('has a name after the conventions of Prometheus, in seconds and bytes', () => {
    expect(ours().length).toBeGreaterThan(35);
    for (const { name, type } of ours()) {
      expect(name).toMatch(/^tern(?:_[a-z]+)+$/);
      expect(name).not.toMatch(/_(?:ms|millis|milliseconds|minutes|hours|kb|mb|percent)\b/);
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (/_(?:duration|age|lateness|delay|timestamp)_/.test(name))
        expect(name).toMatch(/_seconds$/);
      if (/_(?:size|free)_/.test(name)) expect(name).toMatch(/_bytes$/);
    }
  });

  it('has a help text and a declared type', () => {
    for (const { help, type } of ours()) {
      expect(help).toMatch(/^[A-Z0-9].*[^.]$/);
      expect(['counter', 'gauge', 'histogram']).toContain(type);
    }
  });
});

describe('the pages of the alerts', () => {
  const pages = rules.map(({ alert }) => [alert, read(`docs/runbooks/${alert}.md`)] as const);

  it.each(pages)('%s names only metrics that a running server exports', (_alert, page) => {
    const exported = new Set(families.flatMap((family) => [family.name, ...seriesOf(family)]));
    const named = [...page.matchAll(/`(tern_\w+)/g)].map(([, name = '']) => name);
    // Logins and tables have the same prefix.
    const roles = ['tern_owner', 'tern_login', 'tern_app', 'tern_standby'];
    expect(named.filter((name) => !exported.has(name) && !roles.includes(name))).toEqual([]);
  });

  it.each(pages)('%s names only log lines that the server writes', (_alert, page) => {
    const named = [...page.matchAll(/log lines? (`[^`]+`(?:(?:,| and|, or) `[^`]+`)*)/g)].flatMap(
      ([, lines = '']) => [...lines.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
    );
    // What follows is the error's own.
    const fixed = named.map((line) => line.replace(/ ?….*$/, ''));
    expect(fixed.filter((line) => !sources.some((text) => text.includes(line)))).toEqual([]);
  });
});
