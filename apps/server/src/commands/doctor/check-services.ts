/** What Tern talks to: the proxy in front, mail, files, and the clocks of price sources. Nothing is sent or written. */
import { existsSync, readdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import { DAY_MS, SECOND_MS } from '../../platform/durations.ts';
import { createS3Files } from '../../platform/files/s3-files.ts';
import { discoverProvider } from '../../adapters/open-id-provider.ts';
import { probeSmtp } from '../../adapters/smtp.ts';
import { checkClock } from './check-clock.ts';
import { checkFolder } from './check-machine.ts';
import { isLocal } from './check-settings.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';
import { urlHere } from '../../app/start-checks.ts';
import { fetch } from '../../platform/http/fetch.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
/** Certificates are usually renewed a month before they end. */
const CERTIFICATE_DAYS_MIN = 14;

/** The proxy with TLS in front of the server. */
export async function checkAddress(config: Config, clock: Clock): Promise<Finding[]> {
  const { publicUrl, trustedProxies } = config;
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') {
    if (isLocal(publicUrl)) return [ok('address', `${publicUrl} is for this machine only.`)];
    const advice = 'Put a TLS proxy in front and set PUBLIC_URL to its https address.';
    const found = `${publicUrl} is not encrypted: passwords can be read on the way.`;
    return [problem('address', { found, advice })];
  }
  const reached = await checkCertificate(url, clock);
  if (trustedProxies.length > 0) return [reached];
  return [
    reached,
    problem('proxy', {
      found: 'TRUSTED_PROXY is not set: all members share the rate limit of the proxy.',
      advice: 'Set TRUSTED_PROXY to the address of the proxy, such as loopback.',
    }),
  ];
}

async function checkCertificate(url: URL, clock: Clock): Promise<Finding> {
  try {
    const days = Math.floor(((await certificateEnd(url)) - clock.now()) / DAY_MS);
    const found = `${url.origin} has a valid certificate for ${days} more days.`;
    if (days >= CERTIFICATE_DAYS_MIN) return ok('address', found);
    return warning('address', { found, advice: 'Find out why the proxy does not renew it.' });
  } catch (error) {
    return problem('address', {
      found: `${url.origin} cannot be reached with TLS from here: ${reasonOf(error)}.`,
      advice: 'Check the proxy, its certificate and the name in PUBLIC_URL.',
    });
  }
}

/** @throws Error when the certificate is not valid for the name */
function certificateEnd(url: URL): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? 443 : Number(url.port);
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, timeout: TIMEOUT_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });
}

export async function checkMail({ smtp }: Pick<Config, 'smtp'>): Promise<Finding[]> {
  if (smtp === undefined) {
    const found = 'No mail server is set: mails are only recorded in outbox.jsonl.';
    return [warning('mail', { found, advice: 'Set SMTP_URL and SMTP_FROM.' })];
  }
  const url = new URL(smtp.url);
  const address = `${url.hostname}:${url.port === '' ? 'the default port' : url.port}`;
  try {
    await probeSmtp(smtp, !isLocal(smtp.url));
    return [ok('mail', `${address} accepts us${isLocal(smtp.url) ? '' : ' over TLS'}.`)];
  } catch (error) {
    return [
      problem('mail', {
        found: `${address} does not accept us: ${withoutSecrets(reasonOf(error), url)}.`,
        advice: 'Check SMTP_URL: host, port, user, password, and that the server offers TLS.',
      }),
    ];
  }
}

/** Servers may repeat what was sent to them. */
const withoutSecrets = (text: string, { username, password }: URL) =>
  [password, username]
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, decodeURIComponent(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);

export function checkSms({ sms }: Pick<Config, 'sms'>): Finding[] {
  if (sms === undefined) {
    const found = 'No SMS gateway is set: text messages are only recorded in outbox.jsonl.';
    return [warning('sms', { found, advice: 'Set SMS_URL and SMS_TOKEN.' })];
  }
  if (new URL(sms.url).protocol === 'http:' && !isLocal(sms.url)) {
    const found = 'SMS_URL is not encrypted: codes can be read on the way.';
    return [problem('sms', { found, advice: 'Use an https address.' })];
  }
  return [ok('sms', `Set to ${new URL(sms.url).host}; no message was sent.`)];
}

/** The provider of identities of operators; no one is signed in. */
export async function checkSignIn({ signIn }: Pick<Config, 'signIn'>): Promise<Finding[]> {
  if (signIn === undefined) return [];
  const { host } = new URL(signIn.issuer);
  try {
    const provider = (await discoverProvider(signIn)).serverMetadata();
    if (provider.code_challenge_methods_supported === undefined || provider.supportsPKCE())
      return [ok('sign-in', `${host} answers as ${provider.issuer}; nobody was signed in.`)];
    const found = `${host} does not say that it takes PKCE with S256.`;
    const advice = 'Turn it on there: codes that are read on the way could be redeemed by others.';
    return [warning('sign-in', { found, advice })];
  } catch (error) {
    return [
      problem('sign-in', {
        found: `${host} cannot be used: ${reasonOf(error)}.`,
        advice:
          'Check OPERATOR_OIDC_ISSUER, and that this machine may call it; operators sign in with their password meanwhile.',
      }),
    ];
  }
}

/** A name that no file has: an answer shows that the bucket exists and the key is right. */
const NO_FILE = 'doctor-asks-for-no-file';

/** The store of private files: the bucket, or the folder once there is one. */
export async function checkFiles({
  s3,
  dataDir,
  mode,
}: Pick<Config, 's3' | 'dataDir' | 'mode'>): Promise<Finding[]> {
  const folder = join(dataDir, 'files');
  if (s3 === undefined) {
    const found = 'Proofs of identity and of deposits are on this machine only.';
    const advice = 'Set S3_URL, or copy the folder as "Keep copies" in docs/handbook.md says.';
    return [
      ...(existsSync(folder) ? [await checkFolder('files', folder)] : []),
      ...(mode === 'live' ? [warning('files', { found, advice })] : []),
    ];
  }
  const left = {
    found: `Files are left in ${folder}, and Tern reads the bucket alone: members and reviewers miss their images.`,
    advice:
      'Copy each into the bucket under its own name, without its folder; then move the folder away.',
  };
  return [await checkBucket(s3), ...(hasFiles(folder) ? [warning('files', left)] : [])];
}

/** Looks until it finds one, as live mode asks at each start. */
const hasFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { withFileTypes: true }).some((each) =>
    each.isDirectory() ? hasFiles(join(folder, each.name)) : each.isFile(),
  );

async function checkBucket(s3: NonNullable<Config['s3']>): Promise<Finding> {
  try {
    await createS3Files(s3).get(NO_FILE);
    return ok('files', 'The bucket answers to the key; nothing was written.');
  } catch (error) {
    const advice = 'Check S3_URL, the keys, and that the key may read, write and list the bucket.';
    return problem('files', { found: `The bucket is refused: ${reasonOf(error)}.`, advice });
  }
}

/** Whether each source of prices answers, and what its clock says. */
export async function checkSources(
  { liveSources }: Pick<Config, 'liveSources'>,
  clock: Clock,
): Promise<Finding[]> {
  const sources = [...(liveSources?.htx ?? []), ...(liveSources?.quotes ?? [])];
  return Promise.all(
    sources.map(async ({ url }) => {
      const { origin, host } = new URL(url);
      try {
        const before = clock.now();
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal });
        const theirs = Date.parse(answer.headers.get('date') ?? '');
        if (Number.isNaN(theirs)) return ok('prices', `${host} answers, without a time.`);
        // The header has whole seconds.
        const reading = { theirs: theirs + SECOND_MS / 2, precision: SECOND_MS };
        return checkClock({ of: host, before, after: clock.now(), ...reading });
      } catch (error) {
        return warning('prices', {
          found: `${host} does not answer: ${reasonOf(error)}.`,
          advice: 'Check HTX_URL and QUOTES_URL, and that this machine may call them.',
        });
      }
    }),
  );
}

/** Whether the server runs here; either way is well. */
export async function checkServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${urlHere(host, port)}/readyz`, { signal });
    await answer.body?.cancel();
    if (answer.ok) return ok('server', `It serves on port ${port} and is ready.`);
    return problem('server', {
      found: `Port ${port} answers ${answer.status} to /readyz.`,
      advice: 'Read its log; a server that has just started or is stopping is not ready either.',
    });
  } catch {
    return ok('server', `Nothing serves on port ${port} now.`);
  }
}
