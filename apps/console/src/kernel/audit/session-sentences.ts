/** Sentences of logins and of what logs an operator in: sessions, passkeys, links to a provider of identities. */
import type { AuditAction } from '@tern/protocol/operator/client';
import { type Facts, type Piece, type Sentence, strong, targetOf, textOf } from './audit-pieces.ts';

const identityOf = (facts: Facts): Piece[] => [
  strong(textOf(facts['email']) || textOf(facts['subject'])),
  ` at ${textOf(facts['issuer'])}`,
];

const signedInWith: Readonly<Record<string, string>> = {
  code: 'one-time code',
  recovery: 'recovery code',
  passkey: 'passkey',
};

const refused: Readonly<Record<string, string>> = {
  password: 'wrong name or password',
  code: 'wrong one-time code',
  'start-code': 'wrong start code',
  passkey: 'passkey not accepted',
  provider: 'the identity provider named nobody',
  link: 'identity not linked to an operator',
};

export const sessionSentences = {
  'session.login': (_line, facts) => [
    `logged in with a ${signedInWith[textOf(facts['method'])] ?? signedInWith['code']}`,
    ...(textOf(facts['issuer']) === '' ? [] : [' through ', strong(textOf(facts['issuer']))]),
  ],
  'session.logout': () => ['logged out'],
  'session.refused': (line, facts) => [
    'refused a login as ',
    targetOf(line),
    `: ${refused[textOf(facts['why'])] ?? textOf(facts['why'])}`,
  ],
  'session.end': (_line, facts) => [
    'ended one of their sessions: ',
    strong(textOf(facts['device']) || textOf(facts['address'])),
  ],
  'session.endOthers': () => ['ended all their other sessions'],
  'passkey.add': (_line, facts) => ['asked for a new passkey: ', strong(textOf(facts['name']))],
  'passkey.withdraw': (_line, facts) => ['withdrew a new passkey: ', strong(textOf(facts['name']))],
  'passkey.remove': (_line, facts) => ['removed a passkey: ', strong(textOf(facts['name']))],
  'link.add': (_line, facts) => ['asked for a link to ', ...identityOf(facts)],
  'link.withdraw': (_line, facts) => ['withdrew a new link to ', ...identityOf(facts)],
  'link.remove': (_line, facts) => ['removed the link to ', ...identityOf(facts)],
} as const satisfies Partial<Record<AuditAction, Sentence>>;
