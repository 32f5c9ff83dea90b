/** Each alert fires when it should and not a step before, as Prometheus's own tool decides: `promtool`, from Debian. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type AlertCase, alertCases } from '../support/alert-cases.ts';
import type { Series } from '../support/alert-series.ts';
import { alertRules, ALERTS } from '../support/alert-rules.ts';
import { unpackDebian } from '../support/debian-package.ts';

const prometheus = unpackDebian('prometheus');
const why = 'missing' in prometheus ? prometheus.missing : undefined;
const folder = 'missing' in prometheus ? '' : prometheus.folder;
afterAll(() => ('missing' in prometheus ? undefined : prometheus.remove()));

const promtool = (...args: string[]) =>
  spawnSync(join(folder, 'usr/bin/promtool'), args, { encoding: 'utf8' });

const ruleOf = ({ alert }: AlertCase) => alertRules.find((rule) => rule.alert === alert)!;

/** The alert, after `at` of these series. JSON is YAML too. */
function judge(series: Series, at: string, expected: object | undefined, alert: string) {
  const file = join(folder, 'case.yml');
  const test = {
    interval: '15s',
    external_labels: { runbooks: 'https://pages.test' },
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: expected ? [expected] : [] }],
  };
  writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], tests: [test] }));
  const { status, stdout, stderr } = promtool('test', 'rules', file);
  return status === 0 ? 'as expected' : stdout + stderr;
}

const seconds = (duration: string) =>
  Number.parseInt(duration, 10) * (duration.endsWith('m') ? 60 : 1);

describe.skipIf(why)(`the alert rules, judged by Prometheus ${why ?? ''}`.trim(), () => {
  it('can be loaded', () => {
    const { status, stdout } = promtool('check', 'rules', ALERTS);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${alertRules.length} rules`)]);
  });

  it('each have a case', () => {
    const named = new Set(alertCases.map(({ alert }) => alert));
    expect([...named].sort()).toEqual(alertRules.map(({ alert }) => alert).sort());
  });

  it.each(alertCases)('$alert fires, in words a person understands', (given) => {
    const { labels, annotations } = ruleOf(given);
    const expected = {
      exp_labels: { ...labels, ...given.labels },
      exp_annotations: {
        ...annotations,
        summary: given.summary,
        runbook_url: `https://pages.test/${given.alert}.md`,
      },
    };
    // After the windows of rates have filled.
    expect(judge(given.fires, '15m', expected, given.alert)).toBe('as expected');
  });

  it.each(alertCases.filter((given) => seconds(ruleOf(given).for) > 0))(
    '$alert waits as long as it says',
    (given) => {
      // The first sample is at zero, so the condition cannot have held for longer.
      const at = `${seconds(ruleOf(given).for) - 15}s`;
      expect(judge(given.fires, at, undefined, given.alert)).toBe('as expected');
    },
  );

  it.each(alertCases.flatMap(({ alert, silent }) => silent.map((series) => ({ alert, series }))))(
    '$alert is silent at $series',
    ({ alert, series }) => {
      expect(judge(series, '15m', undefined, alert)).toBe('as expected');
    },
  );
});
