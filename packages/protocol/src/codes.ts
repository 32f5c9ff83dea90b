/** Result codes: 7 and 40xx from the specification, 5xxx our own. */

/**
 * Every non-zero code with its meaning. 7 and 40xx are the specification's. Ours, 5xxx, never contain the digits "40",
 * because clients translate those by code and show `msg` for the others.
 */
export const codes = {
  7: 'session ended',
  4002: 'wrong username or password',
  4003: 'email format error',
  4004: 'invitation code error',
  4005: 'image captcha error',
  4006: 'minimum investment amount',
  4007: 'user banned from login',
  4008: 'account frozen for illegal operation',
  4009: 'verification code error',
  4010: 'username does not exist or wrong password',
  4011: 'change failed, original password does not match',
  4012: 'change failed, original payment password does not match',
  4013: 'enter sale amount',
  4014: 'enter limit price',
  4015: 'not logged in or illegal access',
  4016: 'logged in elsewhere or token invalid',
  4017: 'authorization expired',
  4018: 'maximum purchase',
  4019: 'unsupported currency',
  4020: 'insufficient balance',
  4021: 'exchange failed',
  4022: 'withdrawal password empty',
  4023: 'wrong withdrawal password',
  4024: 'repeated or too frequent requests',
  4025: 'real-name verification not completed',
  4026: 'market closed / outside trading hours',
  5000: 'unexpected error',
  5001: 'malformed request',
  5002: 'idempotency key reused for a different request',
  5003: 'a request with this idempotency key is in progress',
  5004: 'price or terms changed',
  5005: 'no price available',
  5006: 'busy or read-only, try again',
  5007: 'not found',
  5008: 'file or request too large, or of an unsupported type',
  5009: 'on hold until a given time',
  5010: 'login password required',
  5011: 'not available here',
  5012: 'member limit reached',
  5013: 'outside the limits of the market',
  5014: 'order already filled or cancelled',
  5015: 'password too weak or too common',
  5016: 'already registered',
  5017: 'second factor required',
  5018: 'second factor wrong',
  5019: 'confirmation expired or already used',
  5020: 'identity already verified',
  5021: 'identity under review',
  5022: 'withdrawals go to saved addresses only, and this one is not saved or too new',
  5023: 'money or something open is left in the account',
  5024: 'account closed',
  5025: 'condition already met',
  5026: 'conversation closed',
  5027: 'an account of an operator does not trade',
  5028: 'this notification stays on',
  5030: 'missing role',
  5031: 'claimed by another operator, or not claimed yet',
  5032: 'a different operator is required',
  5033: 'the facts have changed',
  5034: 'already decided',
  5035: 'one-time code wrong or already used',
  5036: 'a required check failed',
  5037: 'possible destination, but hardly meant: a contract, one of ours, or a look-alike of a known one',
} as const;

/** A code of the catalogue. */
export type Code = keyof typeof codes;

/** Codes that any call may return. */
export const everyCallCodes = [5000, 5001, 5006, 5008, 4024] as const satisfies readonly Code[];

/** Codes that any operator call may return. */
export const operatorCallCodes = [4015, 4016, 4017, 5030] as const satisfies readonly Code[];

/** Codes that any member call may return. */
export const memberCallCodes = [4015, 4016, 4017] as const satisfies readonly Code[];
