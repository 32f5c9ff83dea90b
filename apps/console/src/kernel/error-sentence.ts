/** Error messages of failed calls. */
import { CallError } from '../platform/call.ts';
import { texts } from './texts.ts';

/** `isAct`: the call changes data, so after a lost answer it may have taken effect. */
export function sentenceOf(error: unknown, isAct = false): string {
  if (error instanceof CallError && error.kind === 'refused') return error.msg;
  return isAct ? texts.errors.unconfirmed : texts.errors.noConnection;
}
