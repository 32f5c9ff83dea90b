/** Sentences for what went wrong with a call. */
import { CallError } from '../platform/call-error.ts';
import { texts } from './texts.ts';

/** `isAct`: the call may have changed something, so a lost answer must not be told as "nothing was sent". */
export function sentenceOf(error: unknown, isAct = false): string {
  if (error instanceof CallError && error.kind === 'refused') return error.msg;
  return isAct ? texts.errors.unconfirmed : texts.errors.noConnection;
}
