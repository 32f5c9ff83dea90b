/** What the settings alone show: faults, misspelt names, and what real money requires of them. */
import type { Config, inspectConfig } from '../../config/config.ts';
import { type Finding, obstacle, ok, warning } from './finding.ts';

type Inspected = ReturnType<typeof inspectConfig>;

const SEE = 'see docs/configuration.md';

export function checkSettings({ config, faults, doubts }: Inspected): Finding[] {
  const wrong = faults.map((fault) =>
    obstacle('settings', { found: `${fault}.`, advice: `Correct it; ${SEE}.` }),
  );
  const doubtful = doubts.map((doubt) =>
    warning('settings', { found: `${doubt}${end(doubt)}`, advice: 'Correct or remove it.' }),
  );
  const all = [...wrong, ...doubtful];
  return [
    ...(all.length > 0 ? all : [ok('settings', `All are readable; the mode is ${config.mode}.`)]),
    ...(config.mode === 'live' ? checkLiveDemands(config) : []),
    ...checkSender(config),
    ...checkIssuer(config),
    checkCaptcha(config),
  ];
}

const end = (sentence: string) => (sentence.endsWith('?') ? '' : '.');

function checkLiveDemands(config: Config): Finding[] {
  return [
    ...needed('rails', config.evm[0] ?? config.tron, {
      found: 'Live mode needs real rails for deposits and withdrawals.',
      advice: 'Set EVM_RPC_URL or TRON_NODE_URL, and their kin; see docs/features/money/rails.md.',
    }),
    ...needed('database', config.database, {
      found: 'Live mode needs your own PostgreSQL: the embedded one has no standby.',
      advice: 'Set DATABASE_URL; see docs/handbook.md.',
    }),
    ...(hasAllPrices(config)
      ? []
      : [
          obstacle('prices', {
            found: 'Live mode needs live prices of all markets: simulated ones are for paper mode.',
            advice: 'Set HTX_URL and QUOTES_URL.',
          }),
        ]),
    ...needed('witnesses', config.witnesses[0], {
      found:
        'No witness of the public log is set: nobody else would show that all members see the same log.',
      advice: 'Set WITNESSES to a witness that someone else runs (npm run witness).',
    }),
    ...needed('sanctions', config.screeningFolder, {
      found: 'No folder of sanctions lists is set: no identity could be verified.',
      advice:
        'Set SCREENING_FOLDER and put the lists there; see docs/features/backoffice/screening.md.',
    }),
    ...needed('mail', config.smtp, {
      found: 'No mail server is set: no code would reach a member.',
      advice: 'Set SMTP_URL and SMTP_FROM.',
    }),
    ...needed('sms', config.sms, {
      found: 'No SMS gateway is set: no code would reach a phone.',
      advice: 'Set SMS_URL and SMS_TOKEN.',
    }),
    ...(config.publicUrl.startsWith('https:')
      ? []
      : [
          obstacle('address', {
            found: 'PUBLIC_URL does not start with https: security messages link to it.',
            advice: 'Put a TLS proxy in front and set PUBLIC_URL to its https address.',
          }),
        ]),
  ];
}

const needed = (item: string, value: unknown, trouble: { found: string; advice: string }) =>
  value === undefined ? [obstacle(item, trouble)] : [];

const hasAllPrices = ({ liveSources }: Config) =>
  (liveSources?.htx.length ?? 0) > 0 && (liveSources?.quotes.length ?? 0) > 0;

/** The default of SMTP_FROM is for a mail server of this machine. */
function checkSender({ smtp }: Config): Finding[] {
  if (smtp === undefined || isLocal(smtp.url) || !/@localhost>?$/.test(smtp.from)) return [];
  const found = `Mail is sent as ${smtp.from}: other servers refuse it or hide it.`;
  return [warning('mail', { found, advice: 'Set SMTP_FROM to an address of your domain.' })];
}

/** Anyone who answers a plain request signs in as any operator who is linked. */
function checkIssuer({ signIn, mode }: Config): Finding[] {
  if (signIn === undefined || signIn.issuer.startsWith('https:')) return [];
  const found = 'OPERATOR_OIDC_ISSUER does not start with https: anyone on the way could answer.';
  const advice = 'Use the https address of the provider.';
  if (mode === 'live') return [obstacle('sign-in', { found, advice })];
  return isLocal(signIn.issuer) ? [] : [warning('sign-in', { found, advice })];
}

function checkCaptcha({ captchaFixed, mode, publicUrl }: Config): Finding {
  if (captchaFixed === undefined) return ok('captcha', 'Each captcha is drawn anew.');
  const found = 'CAPTCHA_FIXED is set: programs can guess passwords.';
  const advice = 'Remove CAPTCHA_FIXED; it is for tests.';
  if (mode === 'live') return obstacle('captcha', { found, advice });
  return isLocal(publicUrl)
    ? warning('captcha', { found, advice })
    : obstacle('captcha', { found, advice });
}

/** Only this machine can open it. */
export function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
