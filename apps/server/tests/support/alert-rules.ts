/** The alert rules as they are shipped. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    /** What members notice. */
    readonly description: string;
    /** A template: where the pages are, and this one. */
    readonly runbook_url: string;
  };
}

export const ALERTS = fileURLToPath(
  new URL('../../../../ops/prometheus/alerts.yml', import.meta.url),
);

const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] };

export const alertRules: readonly Rule[] = groups.flatMap((group) => group.rules);
