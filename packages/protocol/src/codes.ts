/** The catalogue of result codes: the specification's 40xx, code 7, and our own 5xxx. */

/**
 * Every non-zero code an answer may carry, with its English meaning.
 * Source: spec §8 for 7 and 40xx; `rules §13` for 5xxx (ours never contain the digits "40",
 * because clients translate those by code and show our message for the others).
 */
export const codes = {
  7: 'session gone',
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
  5002: 'idempotency key reused with other content',
  5003: 'a request with this key is in progress',
  5004: 'price or terms changed',
  5005: 'no fair price now',
  5006: 'busy or read only, try again',
  5007: 'not found',
  5008: 'too large or wrong file',
  5009: 'on hold until a given time',
  5010: 'step-up needed',
  5011: 'not offered here',
  5012: 'own limit reached',
  5013: 'outside a bound of the market',
  5014: 'order already done',
  5015: 'password too weak or too common',
  5016: 'already registered',
  5030: 'the role does not allow this',
  5031: 'another operator has claimed it, or it must be claimed first',
  5032: 'a second person is needed',
  5033: 'the facts are not those that were shown',
  5034: 'already decided',
  5035: 'one-time code wrong or used',
  5036: 'a required check failed',
} as const;

/** A code of the catalogue. */
export type Code = keyof typeof codes;

/** Codes that may come from any call, so calls do not list them one by one. */
export const everyCallCodes = [5000, 5001, 5006, 5008, 4024] as const satisfies readonly Code[];

/** Codes that any call for operators may answer. */
export const operatorCallCodes = [4015, 4016, 4017, 5030] as const satisfies readonly Code[];

/** Codes that any call for members may answer. */
export const memberCallCodes = [4015, 4016, 4017] as const satisfies readonly Code[];
