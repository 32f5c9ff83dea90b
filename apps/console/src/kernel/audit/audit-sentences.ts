/** Audit-log entries as sentences that follow the operator's name: a verb in the past tense first. Pure. */
import type { AuditAction } from '@tern/protocol/operator/client';
import { formatDate } from '@tern/ui';
import { plainValue } from '../value-text.ts';
import { roleNamesOf } from '../role-names.ts';
import { texts } from '../texts.ts';
import {
  type AuditLine,
  daysOf,
  type Facts,
  factsOf,
  type Piece,
  type Sentence,
  strong,
  targetOf,
  textOf,
} from './audit-pieces.ts';
import { caseSentences } from './case-sentences.ts';
import { monitoringSentences } from './monitoring-sentences.ts';
import { daySentences } from './day-sentences.ts';
import { sessionSentences } from './session-sentences.ts';

export { type AuditLine, type Facts, factsOf, type Piece } from './audit-pieces.ts';

const memberOf = ({ memberId }: AuditLine): Piece =>
  strong(memberId === null ? 'a customer' : texts.queue.member(memberId));

/** "22 Nov, 11:05", from milliseconds or ISO text. */
function timeOf(value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  return formatDate(value, { locale: 'en', detail: 'short' });
}

function until(facts: Facts, before = ' until '): Piece[] {
  const time = timeOf(facts['until']);
  return time === '' ? [] : [`${before}${time}`];
}

/** "withdrawal W-20418 · 1,500.00 USDT · ID 8200001" */
function recordOf(line: AuditLine): Piece[] {
  const { record, memberId, subject } = line;
  if (record === null) return [strong(subject.replace(':', ' '))];
  const { kind, recordNo, amount, asset } = record;
  return [
    `${(texts.kinds[kind] ?? kind).toLowerCase()} `,
    strong(recordNo),
    ...(amount === null ? [] : [' · ', { amount, unit: asset }]),
    ...(memberId === null ? [] : [` · ${texts.queue.member(memberId)}`]),
  ];
}

/** "network.USDT.ERC20" is USDT on ERC20, "currency.EUR" is EUR. */
function subjectOfTerms(key: string): string {
  const [kind, asset = key, network] = key.split('.');
  return kind === 'network' && network !== undefined ? `${asset} on ${network}` : asset;
}

/** The state of a market in which orders can only be cancelled. */
const CANCEL_ONLY = 3;
/** "market:btcusdt" is BTCUSDT. */
const marketOf = ({ subject }: AuditLine): Piece =>
  strong((subject.split(':')[1] ?? '').toUpperCase());

/** The name of a setting; entries from before there were names have its key. */
const keyOf = (line: AuditLine, facts: Facts) =>
  textOf(facts['setting']) || textOf(facts['key']) || line.subject;
const directionOf = (facts: Facts) =>
  texts.terms.directions[facts['direction'] === 'out' ? 'out' : 'in'].toLowerCase();
const announcementOf = ({ subject }: AuditLine, facts: Facts): Piece[] => {
  const title = textOf(facts['title']);
  const number = `announcement ${subject.split(':')[1] ?? ''}`;
  return title === '' ? [strong(number)] : [strong(number), ` “${title}”`];
};
const productOf = ({ subject }: AuditLine, facts: Facts): Piece[] => [
  `version ${plainValue(facts['version'])} of `,
  strong(subject.replace(':', ' ')),
];
const capOf = (facts: Facts): Piece[] => {
  const asset = textOf(facts['asset']);
  const of = asset === '' ? 'of all coins: ' : `of ${asset}: `;
  if (facts['cap'] === null) return [`${of}none`];
  return [of, { amount: textOf(facts['cap']), unit: asset === '' ? 'USDT' : asset }];
};
const rolesOf = (value: unknown) => roleNamesOf(value) || texts.operators.noRoles;
const langOf = (facts: Facts) => {
  const { langs } = texts.announcements;
  const lang = textOf(facts['lang']);
  return lang in langs ? langs[lang as keyof typeof langs] : lang;
};
const conversationOf = ({ subject, memberId }: AuditLine): Piece[] => [
  'conversation ',
  strong(subject.split(':')[1] ?? ''),
  memberId === null ? ' of a visitor' : ` · ${texts.queue.member(memberId)}`,
];
const ENTRY_RECORDS: Readonly<Record<string, string>> = {
  wire: 'fiat deposit',
  payout: 'fiat withdrawal',
  payback: 'the return of a fiat withdrawal,',
};

const hitOf = ({ subject }: AuditLine) => strong(`hit SH-${subject.split(':')[1] ?? ''}`);

function alarmedOf(line: AuditLine, facts: Facts): Piece[] {
  if (facts['subject'] === 'account') return [memberOf(line)];
  if (facts['subject'] !== 'market') return ['customers'];
  return ['customers in ', strong(textOf(facts['symbol']).toUpperCase())];
}

/** One sentence for each action; the type makes sure that none is missing. */
export const sentences: Readonly<Record<AuditAction, Sentence>> = {
  'review.view': (line) => ['viewed ', ...recordOf(line)],
  'review.numbers': (line) => ['viewed the full numbers of ', ...recordOf(line)],
  'review.image': (line) => ['viewed an image of ', ...recordOf(line)],
  'screening.view': (line) => ['viewed ', hitOf(line)],
  'screening.import': (_line, facts) => [
    'read a list of sanctions: ',
    strong(textOf(facts['list'])),
  ],
  'screening.decide': (line, facts) => [
    'decided ',
    hitOf(line),
    facts['finding'] === 'match' ? ': a match' : ': not the same',
  ],
  'screening.reopen': (line) => ['reopened ', hitOf(line)],
  ...caseSentences,
  ...monitoringSentences,
  'review.claim': (line, facts) => [
    facts['takenFrom'] === undefined ? 'claimed ' : 'took over ',
    ...recordOf(line),
    ...until(facts),
  ],
  'review.release': (line) => ['released ', ...recordOf(line)],
  'review.hold': (line, facts) => ['put ', ...recordOf(line), ' on hold', ...until(facts)],
  'review.approveFirst': (line) => ['approved ', ...recordOf(line)],
  'review.approve': (line) => ['approved ', ...recordOf(line)],
  'review.voided': (line) => ['returned ', ...recordOf(line)],
  'review.reject': (line) => ['rejected ', ...recordOf(line)],
  'loan.lowerAmount': (line, facts) => [
    'set the amount of ',
    ...recordOf(line),
    ' to ',
    strong(textOf(facts['approved'])),
  ],
  'bank.import': (_line, facts) => [
    `imported statement ${textOf(facts['number'])} of ${textOf(facts['account'])}, ${textOf(facts['entries'])} entries`,
  ],
  'bank.match': (_line, facts) => [
    facts['kind'] === 'other'
      ? 'set a bank entry aside'
      : `matched a bank entry to ${ENTRY_RECORDS[textOf(facts['kind'])] ?? ''} ${textOf(facts['subjectId'])}`,
  ],
  'paymentFile.make': (_line, facts) => [
    `put ${textOf(facts['payments'])} fiat withdrawals into a payment file: `,
    { amount: textOf(facts['total']), unit: textOf(facts['asset']) },
  ],
  'paymentFile.download': () => ['downloaded a payment file with full account numbers'],
  'paymentFile.sent': () => ['recorded that the bank has a payment file'],
  'paymentFile.withdraw': () => ['withdrew a payment file'],
  'bank.candidates': () => ['looked for the record of a bank entry'],
  'wire.recordReceipt': (line) => ['recorded the receipt of ', ...recordOf(line)],
  'member.ban': (line, facts) => ['banned ', memberOf(line), ...until(facts)],
  'member.unban': (line) => ['lifted the ban on ', memberOf(line)],
  'member.freeze': (line, facts) => ['froze ', memberOf(line), ...until(facts)],
  'member.unfreeze': (line) => ['unfroze ', memberOf(line)],
  'member.verify': (line) => ['verified the identity of ', memberOf(line)],
  'member.unverify': (line, facts) => [
    'removed the verification of ',
    memberOf(line),
    ...until(facts),
  ],
  'member.askToLift': (line) => ['asked to lift a stop of ', memberOf(line)],
  'member.note': (line) => ['added a note on ', memberOf(line)],
  'customer.timeline': (line) => ['viewed ', memberOf(line), ': timeline'],
  'customer.files': (line) => ['viewed ', memberOf(line), ': files of the timeline'],
  'customer.list': () => ['listed customers'],
  'customer.search': (line) => ['searched customers for ', strong(line.reason)],
  'customer.view': (line) => ['viewed ', memberOf(line), ': profile and balances'],
  'customer.records': (line) => ['viewed ', memberOf(line), ': records'],
  'customerFile.propose': (line, facts) => [
    'proposed a file of the timeline of ',
    memberOf(line),
    ', ',
    strong(daysOf(facts)),
  ],
  'customerFile.download': (line, facts) => [
    'downloaded a file of the timeline of ',
    memberOf(line),
    ', ',
    strong(daysOf(facts)),
  ],
  'manual.propose': (line, facts) => [
    `proposed a ${facts['side'] === 'debit' ? 'debit' : 'credit'} of `,
    { amount: textOf(facts['amount']), unit: textOf(facts['asset']) },
    facts['side'] === 'debit' ? ' from ' : ' to ',
    memberOf(line),
  ],
  'setting.propose': (line, facts) => ['proposed a change to ', strong(keyOf(line, facts))],
  'setting.withdraw': (line, facts) => ['withdrew a change to ', strong(keyOf(line, facts))],
  'setting.apply': (line, facts) => ['applied a change to ', strong(keyOf(line, facts))],
  'terms.propose': (line, facts) => [
    'proposed a change to ',
    strong(subjectOfTerms(keyOf(line, facts))),
  ],
  'terms.apply': (line, facts) => [
    'applied a change to ',
    strong(subjectOfTerms(keyOf(line, facts))),
  ],
  'terms.pause': (line, facts) => [
    `paused ${directionOf(facts)} of `,
    strong(subjectOfTerms(line.subject)),
    ...until(facts),
  ],
  'terms.resume': (line, facts) => [
    `resumed ${directionOf(facts)} of `,
    strong(subjectOfTerms(line.subject)),
  ],
  'terms.pauseEnd': (line, facts) => [
    `ended the pause of ${directionOf(facts)} of `,
    strong(subjectOfTerms(line.subject)),
  ],
  'market.halt': (line, facts) => [
    facts['state'] === CANCEL_ONLY ? 'set to cancel only: ' : 'halted ',
    marketOf(line),
    ...until(facts),
  ],
  'market.confirmHalt': (line, facts) => [
    'confirmed the halt of ',
    marketOf(line),
    ...until(facts),
  ],
  'market.reopen': (line) => ['reopened ', marketOf(line)],
  'market.haltEnd': (line) => ['ended the halt of ', marketOf(line)],
  'market.jumpHalt': (line, facts) => [
    'halted ',
    marketOf(line),
    ...until(facts),
    `: its price jumped from ${textOf(facts['from'])} to ${textOf(facts['to'])}`,
  ],
  'market.proposeListing': (_line, facts) => ['proposed to list ', strong(textOf(facts['title']))],
  'market.withdrawListing': (_line, facts) => [
    'withdrew the listing of ',
    strong(textOf(facts['title'])),
  ],
  'market.open': (_line, facts) => ['opened ', strong(textOf(facts['title']))],
  'market.stopListing': (_line, facts) => [
    'did not open ',
    strong(textOf(facts['title'])),
    ': a check failed at its time',
  ],
  'market.delayListing': (_line, facts) => [
    'did not open ',
    strong(textOf(facts['title'])),
    ' yet: a check failed, so it waits',
  ],
  'market.moveListing': (_line, facts) => [
    'proposed to open ',
    strong(textOf(facts['title'])),
    ` at ${timeOf(facts['opensAt'])}, not at ${timeOf(facts['formerAt'])}`,
  ],
  'market.proposeDelisting': (line, facts) => [
    'proposed to delist ',
    marketOf(line),
    `: no new orders from ${timeOf(facts['ordersUntil'])}`,
  ],
  'market.withdrawDelisting': (line) => ['withdrew the delisting of ', marketOf(line)],
  'market.close': (line) => ['closed ', marketOf(line), ': it is delisted'],
  'market.lastWithdrawal': (line) => ['ended the withdrawals of the coin of ', marketOf(line)],
  'account.propose': (_line, facts) => {
    const login = strong(textOf(facts['login']));
    if (facts['change'] === 'add') {
      return ['proposed a new operator: ', login, `, ${rolesOf(facts['roles'])}`];
    }
    if (facts['change'] === 'resetCodes') return ['proposed new one-time codes for ', login];
    if (facts['change'] === 'unlink')
      return ['proposed to remove the link to the provider of ', login];
    return ['proposed new roles for ', login, `: ${rolesOf(facts['roles'])}`];
  },
  'role.propose': (_line, facts) => {
    const role = strong(textOf(facts['name']) || textOf(facts['role']));
    if (facts['change'] === 'add') return ['proposed a new role: ', role];
    const before = textOf(facts['nameBefore']);
    if (before !== '') return ['proposed to rename the role ', strong(before), ' to ', role];
    return facts['change'] === 'end'
      ? ['proposed to end the role ', role]
      : ['proposed other permissions of the role ', role];
  },
  'account.startHalf': (line) => ['viewed their half of the start code for ', targetOf(line)],
  'account.first': (_line, facts) => [
    'was made on the machine of the server: the operator ',
    strong(textOf(facts['login'])),
  ],
  'account.changePassword': () => ['changed their password'],
  'account.lock': (line, facts) => ['locked the account of ', targetOf(line), ...until(facts)],
  'account.confirmLock': (line) => ['confirmed the lock of ', targetOf(line)],
  'account.askUnlock': (line) => ['asked to unlock ', targetOf(line)],
  'account.unlock': (line) => ['unlocked the account of ', targetOf(line)],
  'staffAccount.declare': (line) => ['named as their own the account of ', memberOf(line)],
  'staffAccount.find': (line, facts) => [
    facts['ground'] === 'name'
      ? 'found an account with the verified name of an operator: '
      : 'found an account that was used on the device of an operator: ',
    memberOf(line),
  ],
  'staffAccount.confirm': (line) => ['confirmed whose account it is: ', memberOf(line)],
  'staffAccount.askToRelease': (line) => ['asked to release the account of ', memberOf(line)],
  'staffAccount.release': (line) => ['released for trading the account of ', memberOf(line)],
  'account.start': () => ['activated their account and set a password'],
  'announcement.begin': (line, facts) => ['created ', ...announcementOf(line, facts)],
  'announcement.write': (line, facts) => [
    `${facts['title'] === null ? 'removed' : 'wrote'} the ${langOf(facts)} text of `,
    ...announcementOf(line, facts),
  ],
  'announcement.propose': (line, facts) => [
    'proposed to publish ',
    ...announcementOf(line, facts),
    ...(facts['publishAt'] ? [` at ${timeOf(facts['publishAt'])}`] : []),
  ],
  'announcement.takeBack': (line, facts) => [
    facts['what'] === 'published' ? 'unpublished ' : 'withdrew the proposal for ',
    ...announcementOf(line, facts),
  ],
  'announcement.publish': (line, facts) => ['published ', ...announcementOf(line, facts)],
  'product.write': (line, facts) => ['wrote a draft of ', ...productOf(line, facts)],
  'product.propose': (line, facts) => ['proposed ', ...productOf(line, facts)],
  'product.withdraw': (line, facts) => ['withdrew ', ...productOf(line, facts)],
  'product.close': (line, facts) => ['closed for new orders, with ', ...productOf(line, facts)],
  'product.apply': (line, facts) => ['applied ', ...productOf(line, facts)],
  'product.refuse': (line, facts) => ['could not apply, and withdrew ', ...productOf(line, facts)],
  'funding.propose': (_line, facts) => [
    `proposed treasury money for ${textOf(facts['account'])}: `,
    { amount: textOf(facts['amount']), unit: textOf(facts['asset']) },
  ],
  'treasury.propose': (_line, facts) => [
    `${facts['move'] === 'takeOut' ? 'proposed to take revenue out of' : 'proposed capital for'} ${textOf(facts['account'])}: `,
    { amount: textOf(facts['amount']), unit: textOf(facts['asset']) },
  ],
  'payout.recordSent': (line, facts) => [
    `recorded as sent with ${textOf(facts['bankReference'])}: `,
    { amount: textOf(facts['received']), unit: textOf(facts['currency']) },
    ', ',
    ...recordOf(line),
  ],
  'payout.proposeReturn': (line, facts) => [
    facts['returned'] === undefined ? 'proposed to return in full: ' : 'proposed as sent back: ',
    ...(facts['returned'] === undefined
      ? []
      : [{ amount: textOf(facts['returned']), unit: textOf(facts['currency']) }, ', ']),
    ...recordOf(line),
  ],
  'verdict.propose': (line, facts) => [
    `proposed to mark as ${facts['verdict'] === 'sent' ? 'sent' : 'never sent'}: `,
    ...recordOf(line),
  ],
  'cap.lower': (_line, facts) => ['lowered the cap of 24 hours ', ...capOf(facts)],
  'cap.propose': (_line, facts) => ['proposed a cap of 24 hours ', ...capOf(facts)],
  'release.propose': (line) => ['proposed to send above the cap: ', ...recordOf(line)],
  'hedging.stop': () => ['stopped hedging at the venue'],
  'hedging.proposeResume': () => ['proposed that hedging goes on'],
  'hedging.proposeMove': (_line, facts) => [
    facts['direction'] === 'out'
      ? 'proposed as moved back from the venue: '
      : 'proposed as moved to the venue: ',
    { amount: textOf(facts['amount']), unit: textOf(facts['asset']) },
  ],
  'withdrawal.discrepancy': (line) => [
    'found that the network contradicts the decision on ',
    ...recordOf(line),
  ],
  'stray.candidates': (_line, facts) => [
    'searched for the owner of an unmatched deposit: ',
    { amount: textOf(facts['amount']), unit: textOf(facts['asset']) },
  ],
  'stray.propose': (line, facts) => [
    facts['act'] === 'dismiss' ? 'proposed to set aside ' : 'proposed to credit ',
    ...recordOf(line),
  ],
  'service.view': (line) => ['viewed ', ...conversationOf(line)],
  'service.image': (line) => ['viewed an image of ', ...conversationOf(line)],
  'service.claim': (line) => ['claimed ', ...conversationOf(line)],
  'service.handOver': (line, facts) => [
    'handed over ',
    ...conversationOf(line),
    ' to ',
    strong(textOf(facts['to'])),
  ],
  'service.release': (line) => ['put back to the waiting ones ', ...conversationOf(line)],
  'service.answer': (line) => ['answered in ', ...conversationOf(line)],
  'service.close': (line) => ['closed ', ...conversationOf(line)],
  'service.signAs': (_line, facts) =>
    facts['name'] === ''
      ? ['removed the name they sign answers with']
      : ['signs answers as ', strong(textOf(facts['name']))],
  'service.writeReply': (_line, facts) => [
    `wrote version ${plainValue(facts['version'])} of the saved reply `,
    strong(`/${textOf(facts['code'])}`),
  ],
  'service.publishReply': (_line, facts) => [
    `published version ${plainValue(facts['version'])} of the saved reply `,
    strong(`/${textOf(facts['code'])}`),
    ' to customers',
  ],
  'service.removeReply': (_line, facts) => [
    'removed the saved reply ',
    strong(`/${textOf(facts['code'])}`),
  ],
  'resultAlarm.raise': (line, facts) => [
    'found that ',
    ...alarmedOf(line, facts),
    facts['side'] === 'above' ? ' won more' : ' won less',
    ' than chance allows',
  ],
  'resultAlarm.review': (line) => [
    'reviewed ',
    strong(line.subject.replace('resultAlarm:', 'result alarm ')),
  ],
  'liabilities.ask': (line) => [
    'asked for ',
    strong(line.subject.replace('liabilities:', 'snapshot ')),
    ' of what is owed to all members',
  ],
  'readOnly.begin': (_line, facts) => [
    'made the system read-only: ',
    strong(textOf(facts['invariant'])),
    ' is broken',
  ],
  'logKey.proposeLoss': ({ subject }) => [
    'proposed to declare that key ',
    strong(subject.split(':')[1] ?? ''),
    ' of the public log signs in place of lost ones',
  ],
  'logKey.declareLoss': ({ subject }, facts) => [
    'declared in the public log that key ',
    strong(subject.split(':')[1] ?? ''),
    ' signs in place of lost ones',
    ...(Array.isArray(facts['lost']) ? [': ', strong(facts['lost'].map(String).join(', '))] : []),
  ],
  'readOnly.propose': () => ['proposed to lift read-only mode'],
  'readOnly.lift': () => ['lifted read-only mode ', { strong: 'as the second person' }],
  'outbox.view': (line) =>
    line.reason === ''
      ? ['viewed the outbox']
      : ['viewed the outbox: messages to ', strong(line.reason)],
  'outbox.sendAgain': (_line, facts) => [
    'sent again a message to ',
    strong(textOf(facts['recipient'])),
  ],
  'audit.export': (_line, facts) => [
    'exported the audit log, ',
    { amount: plainValue(facts['rows'] ?? ''), unit: null },
    ' entries',
  ],
  ...daySentences,
  ...sessionSentences,
};

/** An action unknown to this console is shown by its name. */
export function sentenceOf(line: AuditLine): Piece[] {
  const sentence = Object.hasOwn(sentences, line.action)
    ? sentences[line.action as AuditAction]
    : undefined;
  return sentence?.(line, factsOf(line)) ?? [`${line.action} `, strong(line.subject)];
}

/** Which approval it was. */
export function asideOf({ action, record }: AuditLine): string {
  if (action === 'review.approveFirst') return 'first of two';
  if (action !== 'review.approve') return '';
  return record?.approvals === 2 ? 'second of two, carried out' : 'carried out';
}

const NAMED_BY_REASON = new Set(['customer.search', 'outbox.view', 'dayFile.preview']);

/** The operator's reason, unless the sentence already contains it. */
export function reasonOf({ action, reason }: AuditLine): string {
  return NAMED_BY_REASON.has(action) ? '' : reason;
}
