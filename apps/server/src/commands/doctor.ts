/** `npm run doctor`: says item by item what is missing, wrong or unsafe, and changes nothing. */
import { parseArgs } from 'node:util';
import { examine } from './doctor/examine.ts';
import { reportLines, startLines } from './doctor/report.ts';
import { findRunningServer } from './doctor/running-settings.ts';
import { hasSettings, inspectConfig } from '../config/config.ts';
import { systemClock } from '../platform/clock.ts';

const USAGE = `Usage: npm run doctor -- [--live] [--json]
  --live  judges for live mode, whatever MODE says
  --json  prints the findings as JSON
Exit code: 0 without problems (warnings allowed), 1 with a problem, 2 wrong usage.`;

const OPTIONS = { live: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** Returns the exit code. */
async function doctor(args: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const running = hasSettings() ? undefined : findRunningServer(process.cwd());
  const over = values.live === true ? { MODE: 'live' } : {};
  const inspected = inspectConfig(running?.environment, over);
  const findings = await examine(inspected, systemClock);
  const hint =
    inspected.config.mode === 'paper'
      ? ['Judged for paper mode; --live judges for live mode.']
      : startLines(findings);
  const pid = running?.pid;
  const whose =
    running === undefined
      ? []
      : running.environment === undefined
        ? [
            `A server runs as another user (process ${pid}); its settings were not read: run this as that user, or give its settings (node --env-file=…).`,
          ]
        : [`With the settings of the running server, process ${pid}.`];
  const text =
    values.json === true
      ? JSON.stringify({ mode: inspected.config.mode, findings }, undefined, 2)
      : [...whose, ...reportLines(findings), ...hint].join('\n');
  process.stdout.write(`${text}\n`);
  return findings.some(({ status }) => status === 'problem') ? 1 : 0;
}

doctor(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    process.exitCode = 2;
  },
);
