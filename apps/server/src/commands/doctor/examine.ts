/** Examines a deployment: what is missing, wrong or unsafe. Changes nothing, with or without a running server. */
import type { inspectConfig } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkHedging } from './check-hedging.ts';
import { checkLicence } from './check-licence.ts';
import { checkMachine } from './check-machine.ts';
import { checkMarkets } from './check-markets.ts';
import { checkPeople } from './check-people.ts';
import {
  checkAddress,
  checkFiles,
  checkMail,
  checkServer,
  checkSignIn,
  checkSms,
  checkSources,
} from './check-services.ts';
import { checkRails } from './check-rails.ts';
import { checkSettings } from './check-settings.ts';
import { checkTron } from './check-tron.ts';
import { type Finding, problem, reasonOf } from './finding.ts';

/** In the order of the report. Never throws: a check that fails is a problem. */
export async function examine(
  inspected: ReturnType<typeof inspectConfig>,
  clock: Clock,
): Promise<Finding[]> {
  const { config } = inspected;
  const isLive = config.mode === 'live';
  const checks: (readonly [item: string, () => Finding[] | Promise<Finding[]>])[] = [
    ['settings', () => checkSettings(inspected)],
    ['licence', () => (isLive ? checkLicence(config, clock.now()) : [])],
    ['machine', () => checkMachine(config)],
    ['server', async () => [await checkServer(config)]],
    ['database', () => checkDatabase(config, clock)],
    ['operators', () => checkPeople(config)],
    // What live mode lacks is listed with the settings.
    ['mail', () => (isLive && config.smtp === undefined ? [] : checkMail(config))],
    ['sms', () => (isLive && config.sms === undefined ? [] : checkSms(config))],
    ['address', () => (isLive && !isSecure(config.publicUrl) ? [] : checkAddress(config, clock))],
    ['sign-in', () => checkSignIn(config)],
    ['prices', () => checkSources(config, clock)],
    ['prices', () => checkMarkets(config)],
    ['rails', () => checkRails(config)],
    ['rails', () => checkTron(config)],
    ['hedging', () => checkHedging(config, clock)],
    ['files', () => checkFiles(config)],
  ];
  const findings = await Promise.all(
    checks.map(async ([item, check]) => {
      try {
        return await check();
      } catch (error) {
        const found = `It could not be examined: ${reasonOf(error)}.`;
        return [problem(item, { found, advice: 'Correct what the other lines say first.' })];
      }
    }),
  );
  return findings.flat();
}

const isSecure = (url: string) => url.startsWith('https:');

const line = ({ item, found, advice = '' }: Finding) => `${item}: ${found} ${advice}`.trim();

/**
 * Live mode needs everything that real money requires. Returns the troubles that do not prevent a start.
 * @throws Error that lists every obstacle
 */
export async function assertReadyForLive(
  inspected: ReturnType<typeof inspectConfig>,
  clock: Clock,
): Promise<string[]> {
  const findings = await examine(inspected, clock);
  const obstacles = findings.filter(({ preventsStart }) => preventsStart === true);
  if (obstacles.length === 0) return findings.filter(({ status }) => status !== 'ok').map(line);
  throw new Error(
    `Live mode does not start:\n${obstacles.map((each) => `  - ${line(each)}`).join('\n')}\n\`npm run doctor\` examines everything else too.`,
  );
}
