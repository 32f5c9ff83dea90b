/** The doctor's report as a table for a terminal. */
import type { Finding } from './finding.ts';

const SIGNS = { ok: '✓ ok', warning: '! warning', problem: '✗ problem' } as const;
const STATUS_WIDTH = Math.max(...Object.values(SIGNS).map((sign) => sign.length));

/** One line for each finding, and one below for what to do. */
export function reportLines(findings: readonly Finding[]): string[] {
  const itemWidth = Math.max(...findings.map(({ item }) => item.length));
  const indent = ' '.repeat(STATUS_WIDTH + itemWidth + 4);
  const count = (status: Finding['status']) =>
    findings.filter((each) => each.status === status).length;
  return [
    ...findings.flatMap(({ status, item, found, advice }) => [
      `${SIGNS[status].padEnd(STATUS_WIDTH)}  ${item.padEnd(itemWidth)}  ${found}`,
      ...(advice === undefined ? [] : [`${indent}→ ${advice}`]),
    ]),
    '',
    `Problems: ${count('problem')}, warnings: ${count('warning')}.`,
  ];
}

/** In live mode some problems prevent a start, and the others must not: after a failover there is no standby. */
export function startLines(findings: readonly Finding[]): string[] {
  const obstacles = findings.filter(({ preventsStart }) => preventsStart === true);
  if (obstacles.length === 0) return [];
  const items = [...new Set(obstacles.map(({ item }) => item))].join(', ');
  return [`Live mode does not start before these are corrected: ${items}.`];
}
