/** The permissions in words, for operators; and duties that one role should not have together (ADR 108). */
import { meets, type Permission } from '../../permissions.ts';

export const permissionNames: Readonly<Record<Permission, string>> = {
  'customers.read': 'See customers, balances, records, timelines',
  'customers.files': 'Have the agreed files of a timeline',
  'customers.propose': 'Propose credits, debits, files of a timeline',
  'customers.stop': 'Freeze or ban, and lift what has the same right',
  'customers.verify': 'Remove a verification, lift any freeze or ban',
  'notes.write': 'Write notes',
  'notes.review': 'Read notes for reviewers',
  'notes.compliance': 'Read notes and acts about suspicions',
  'inbox.answer': 'Answer customers',
  'outbox.read': 'See e-mails and SMS that were sent',
  'outbox.send': 'Send failed messages again',
  'reviews.read': 'See the queue and result alarms',
  'reviews.first': 'Decide first',
  'reviews.second': 'Decide second',
  'transfers.read': 'See stuck transfers, banks, caps on what leaves',
  'transfers.handle': 'Match statements, propose for stuck transfers and caps',
  'payments.send': 'Make payment files, record what a bank sent',
  'screening.read': 'See hits of screening',
  'screening.decide': 'Decide hits of screening',
  'offer.read': 'See markets, products, limits, fees, settings',
  'markets.halt': 'Halt and reopen markets, pause directions',
  'markets.propose': 'Propose market terms, listings, delistings',
  'terms.propose': 'Propose limits, fees, settings',
  'products.propose': 'Propose products, fund and close them',
  'content.read': 'See announcements and drafts',
  'content.write': 'Write announcements and saved replies',
  'books.read': 'See treasury, closed days, liabilities',
  'books.export': 'Save the ledger, ask for a snapshot',
  'books.sign': 'Explain and sign closed days',
  'treasury.propose': 'Propose to take out revenue, add capital',
  'operations.read': 'See operations and keys of the public log',
  'operations.stop': 'Lift read-only mode, declare lost log keys',
  'audit.read': 'Read and save the audit log',
  'operators.read': 'See operators and roles',
  'operators.propose': 'Propose operators and roles, decide about their own accounts',
  'ownAccounts.name': 'Name the own account as a customer',
};

const DECIDES = ['reviews.first', 'reviews.second'] as const;

/** Duties that two people should have: an operator with one of each side needs no colleague of another kind. */
const SEPARATE = [
  {
    key: 'firstAndSecond',
    name: 'decides first and second',
    sides: [['reviews.first'], ['reviews.second']],
  },
  {
    key: 'decidesAndSends',
    name: 'decides first and sends the money',
    sides: [['reviews.first'], ['payments.send']],
  },
  {
    key: 'screensAndDecides',
    name: 'decides hits of screening and the requests that wait for them',
    sides: [['screening.decide'], DECIDES],
  },
  {
    key: 'auditsItself',
    name: 'audits what the same person decides',
    sides: [['audit.read'], [...DECIDES, 'operators.propose', 'screening.decide']],
  },
] as const satisfies readonly {
  readonly key: string;
  readonly name: string;
  readonly sides: readonly [readonly Permission[], readonly Permission[]];
}[];

/** Those of the separate duties that these permissions join. */
export const mixedDuties = (
  held: readonly Permission[],
): readonly { key: string; name: string }[] =>
  SEPARATE.filter(({ sides }) => sides.every((side) => meets(held, side)));
