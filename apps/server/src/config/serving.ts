/** Reads how the server serves: address, proxies, captcha, log. */
import { isIP } from 'node:net';
import { describeSettings, type Given, type NameOf } from './setting.ts';
import { SECOND_MS } from '../platform/durations.ts';
import type { ConsolePlace } from '../platform/http/console-place.ts';
import { isProxyName } from '../platform/http/caller-address.ts';

export const servingSettings = describeSettings({
  PORT: {
    description: 'The port of HTTP and WebSocket.',
    format: 'a whole number from 1 to 65535',
    default: '8080',
    rationale:
      'A start on a port that is used or forbidden: it is named before anything else begins.',
  },
  LISTEN_HOST: {
    description: 'The address at which the app is served.',
    format: 'an IP address of this machine; `127.0.0.1` behind a proxy on the same machine',
    default: 'every address',
    rationale: 'Callers who reach the server without the TLS of the proxy in front of it.',
  },
  PUBLIC_URL: {
    description: 'The address that members open; links in messages begin with it.',
    format: 'an `http://` or `https://` address; live mode takes `https://` only',
    default: '`http://localhost:PORT`',
    rationale:
      'Links of security messages that lead nowhere, or over a connection others can read.',
    isShared: true,
  },
  TRUSTED_PROXY: {
    description:
      'The proxies in front, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.',
    format: 'addresses, ranges such as `10.0.0.0/8`, or `loopback`, separated by commas',
    rationale:
      'One rate limit for all members behind the proxy; with too wide a range, callers who choose their own address.',
  },
  CONSOLE_HOST: {
    description:
      'The host name at which alone the console and the calls of operators are served; the proxy must pass it on as `Host`.',
    format: 'a host name without a port, such as `console.example.com`',
    default: 'every name',
    rationale:
      'A page of the members’ site that reads or shows the console: it has another origin.',
    isShared: true,
  },
  CONSOLE_FROM: {
    description: 'The callers to whom alone the console and the calls of operators are served.',
    format: 'addresses, ranges such as `10.0.0.0/8`, or `loopback`, separated by commas',
    default: 'every caller',
    rationale:
      'Passwords of operators tried from anywhere; without `TRUSTED_PROXY` the address of a proxy counts for all.',
    isShared: true,
  },
  DRAIN_SECONDS: {
    description: 'How long it serves on after SIGTERM while `/readyz` answers 503.',
    format: 'whole seconds from 0 to 60',
    default: '0',
    rationale: 'Requests that a load balancer sends to an instance that has already stopped.',
  },
  LOG_LEVEL: {
    description: 'The least important lines that are logged to standard error.',
    format: '`info`, `warn`, `error` or `silent`',
    default: '`warn`',
    rationale: 'Errors hidden by a misspelt level, which is refused.',
  },
  CAPTCHA_FIXED: {
    description: 'The text of every captcha, for tests.',
    format: '4 to 8 letters or digits',
    rationale: 'Programs that guess passwords past a known captcha: live mode refuses it.',
  },
  PUSH_SERVICES: {
    description: 'Push services besides those of the browsers, for tests.',
    format: 'origins such as `https://push.example.com`, separated by commas',
    rationale: 'Notices sent to an address that a member invents: only known services get them.',
  },
});

type Name = NameOf<typeof servingSettings>;

export interface ServingConfig {
  port: number;
  /** Absent: every address of the machine. */
  host: string | undefined;
  /** The public address of the app, for links in messages. Without a trailing slash. */
  publicUrl: string;
  /** Origins of push services besides those of the browsers; for tests. */
  morePushServices: readonly string[];
  /** The text of every captcha; for tests. */
  captchaFixed: string | undefined;
  /** Addresses and ranges of reverse proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Where the console and the calls of operators are served. */
  consolePlace: ConsolePlace;
  logLevel: 'info' | 'warn' | 'error' | 'silent';
  /** How long it still serves, reporting itself as not ready, after it was told to stop. */
  drainMs: number;
}

const CAPTCHA_TEXT = /^[0-9A-Za-z]{4,8}$/;
/** Supervisors kill what does not end soon. */
const DRAIN_SECONDS_MAX = 60;
const LOG_LEVELS = ['info', 'warn', 'error', 'silent'] as const;

/** Faults are added to `faults`. */
export function readServing(given: Given<Name>, faults: string[]): ServingConfig {
  const port = readPort(given('PORT'), faults);
  return {
    port,
    host: readHost(given('LISTEN_HOST'), faults),
    publicUrl: readPublicUrl(given('PUBLIC_URL'), faults) ?? `http://localhost:${port}`,
    morePushServices: readOrigins(given('PUSH_SERVICES'), faults),
    captchaFixed: readCaptcha(given('CAPTCHA_FIXED'), faults),
    trustedProxies: readAddresses('TRUSTED_PROXY', given('TRUSTED_PROXY'), faults),
    consolePlace: {
      host: readHostName(given('CONSOLE_HOST'), faults),
      from: readAddresses('CONSOLE_FROM', given('CONSOLE_FROM'), faults),
    },
    logLevel: readLogLevel(given('LOG_LEVEL'), faults),
    drainMs: readDrain(given('DRAIN_SECONDS'), faults),
  };
}

function readPort(text: string | undefined, faults: string[]): number {
  const port = Number(text ?? '8080');
  if (/^\d{1,5}$/.test(text ?? '8080') && port >= 1 && port <= 65_535) return port;
  faults.push('PORT must be a whole number from 1 to 65535');
  return 0;
}

function readHost(text: string | undefined, faults: string[]): string | undefined {
  if (text !== undefined && isIP(text) === 0) {
    faults.push('LISTEN_HOST must be an IP address of this machine');
  }
  return text;
}

function readPublicUrl(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) {
    return text.replace(/\/+$/, '');
  }
  faults.push('PUBLIC_URL must be a URL that starts with http:// or https://');
  return undefined;
}

function readCaptcha(text: string | undefined, faults: string[]): string | undefined {
  if (text !== undefined && !CAPTCHA_TEXT.test(text)) {
    faults.push('CAPTCHA_FIXED must be 4 to 8 letters or digits');
  }
  return text;
}

function readAddresses(
  setting: 'TRUSTED_PROXY' | 'CONSOLE_FROM',
  text: string | undefined,
  faults: string[],
): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  if (!given.every(isProxyName)) {
    faults.push(`${setting} must list addresses, ranges such as 10.0.0.0/8, or loopback`);
  }
  return given;
}

/** As URLs write it: in lower case. */
function readHostName(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  if (url?.host === text.toLowerCase() && url.port === '') return url.hostname;
  faults.push('CONSOLE_HOST must be a host name without a port, such as console.example.com');
  return undefined;
}

function readOrigins(text: string | undefined, faults: string[]): string[] {
  const origins = (text ?? '').split(',').map((origin) => origin.trim());
  const given = origins.filter((origin) => origin !== '');
  if (!given.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) {
    faults.push('PUSH_SERVICES must list origins such as https://push.example.com');
  }
  return given;
}

function readLogLevel(text: string | undefined, faults: string[]): ServingConfig['logLevel'] {
  const level = LOG_LEVELS.find((each) => each === (text ?? 'warn'));
  if (level === undefined) faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  return level ?? 'warn';
}

function readDrain(text: string | undefined, faults: string[]): number {
  const seconds = Number(text ?? '0');
  if (/^\d{1,2}$/.test(text ?? '0') && seconds <= DRAIN_SECONDS_MAX) return seconds * SECOND_MS;
  faults.push(`DRAIN_SECONDS must be a whole number from 0 to ${DRAIN_SECONDS_MAX}`);
  return 0;
}
