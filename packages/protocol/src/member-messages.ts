/**
 * What a member reads about a decision of staff. An operator chooses one of these neutral texts; their own reason beside it stays
 * with operators. Codes are stable: they are stored, and translated when read.
 */
import en from './message-texts/en.json' with { type: 'json' };

export type MessageCode = keyof typeof en;

/** In English, for the operator who chooses. */
export const englishMessages: Readonly<Record<MessageCode, string>> = en;
export const messageCodes = Object.keys(en) as MessageCode[];

/** By act, those that an operator may choose. The first is the usual one. */
export const memberMessages = {
  'reject.deposit': ['depositUnconfirmed', 'depositDiffers', 'imageUnreadable'],
  'reject.wire': ['depositUnconfirmed', 'depositDiffers', 'imageUnreadable'],
  'reject.withdrawal': ['withdrawalNotPossible', 'addressUnusable', 'youAsked'],
  'reject.payout': ['withdrawalNotPossible', 'accountUnusable', 'youAsked'],
  'reject.identity': ['identityUnconfirmed', 'imageUnreadable', 'documentExpired', 'detailsDiffer'],
  'reject.loan': ['loanNotPossible', 'contact'],
  'reject.unfreeze': ['requestUnconfirmed', 'contact'],
  // Proposals of operators.
  'reject.manual': ['nothingChanged'],
  'reject.payback': ['nothingChanged'],
  'reject.stray': ['nothingChanged'],
  'reject.verdict': ['nothingChanged'],
  hold: ['checkTakesLonger', 'moreNeeded', 'networkSlow'],
  'approve.manual': ['correction', 'goodwill', 'depositFound', 'depositTakenBack'],
  'approve.stray': ['depositAssigned', 'depositFound'],
  'approve.verdict': ['resolvedByStaff'],
  lowerLoan: ['loanLowered'],
  ban: ['accountRestricted', 'protection', 'youAsked'],
  freeze: ['accountRestricted', 'protection', 'youAsked'],
  unverify: ['verifyAgain', 'documentExpired', 'detailsDiffer'],
  unban: ['restrictionEnded', 'youAsked'],
  unfreeze: ['restrictionEnded', 'youAsked'],
  verify: ['verified'],
  terms: ['termsChanged', 'costsChanged', 'outsideFault'],
  pause: ['maintenance', 'outsideFault'],
  halt: ['marketChecked', 'maintenance', 'outsideFault'],
} as const satisfies Readonly<Record<string, readonly [MessageCode, ...MessageCode[]]>>;

export type MessageAct = keyof typeof memberMessages;

const isAct = (act: string): act is MessageAct => Object.hasOwn(memberMessages, act);

/** The messages of an act; of an act without its own, how to get help. */
export const messagesOf = (act: string): readonly [MessageCode, ...MessageCode[]] =>
  isAct(act) ? memberMessages[act] : ['contact'];

/** What a member reads unless an operator chose another message, and of decisions from before there were messages. */
export const usualMessage = (act: string): MessageCode => messagesOf(act)[0];
