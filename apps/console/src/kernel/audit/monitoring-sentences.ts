/** Acts on rules of monitoring as sentences that follow the operator's name. */
import type { AuditAction } from '@tern/protocol/operator/client';
import {
  type AuditLine,
  type Facts,
  type Piece,
  type Sentence,
  strong,
  textOf,
} from './audit-pieces.ts';

const NAMES: Readonly<Record<string, string>> = {
  structuring: 'amounts just under a limit',
  inAndOut: 'in and out',
  volumeJump: 'far more than before',
  sharedAddress: 'many accounts, one address',
  sharedDevice: 'many accounts, one device',
  washTrading: 'linked accounts trade with each other',
  spoofing: 'large orders cancelled',
};

const ruleOf = ({ subject }: AuditLine): Piece => {
  const key = subject.split(':')[1] ?? '';
  return strong(`the rule “${NAMES[key] ?? key}”`);
};
const versionOf = ({ version }: Facts): string =>
  typeof version === 'number' ? `version ${version} of ` : 'a version of ';

export const monitoringSentences = {
  'monitoring.view': (line) => ['viewed hits of ', ruleOf(line)],
  'monitoring.replay': (line, facts) => [
    'replayed ',
    ruleOf(line),
    ` from ${textOf(facts['from'])} until ${textOf(facts['until'])}`,
  ],
  'monitoring.propose': (line, facts) => [
    `proposed ${versionOf(facts)}`,
    ruleOf(line),
    facts['isOn'] === false ? ', off' : '',
  ],
  'monitoring.agree': (line, facts) => [`agreed to ${versionOf(facts)}`, ruleOf(line)],
  'monitoring.decline': (line, facts) => [`declined ${versionOf(facts)}`, ruleOf(line)],
  'monitoring.withdraw': (line, facts) => [`took back ${versionOf(facts)}`, ruleOf(line)],
} as const satisfies Partial<Record<AuditAction, Sentence>>;
