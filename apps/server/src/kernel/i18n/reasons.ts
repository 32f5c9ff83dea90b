/**
 * What members read of a decision: a reason of the server's own, or the message that an operator chose. Stored as a text key,
 * translated when read. Any other stored text is an operator's own reason, from before there were messages: members read the usual
 * message of the act in its place.
 */
import { usualMessage } from '@tern/protocol/operator';
import { isTextKey, type Lang, type MessageKey, type TextKey, textOf } from './texts.ts';

export type OwnReason = Extract<TextKey, `reason.${string}`>;

function isForMembers(stored: string): stored is OwnReason | MessageKey {
  return /^(?:reason|message)[.]/.test(stored) && isTextKey(stored);
}

export const usualMessageKey = (act: string): MessageKey => `message.${usualMessage(act)}`;

/** The key of what a member reads. `act` as in `memberMessages`. */
export const shownKey = (stored: string, act: string): OwnReason | MessageKey =>
  isForMembers(stored) ? stored : usualMessageKey(act);

/** For members. Empty without a reason. */
export function messageIn(lang: Lang, stored: string, act: string): string {
  return stored === '' ? '' : textOf(lang, shownKey(stored, act));
}

/** For operators: their own reasons are unchanged. */
export function reasonForStaff(stored: string): string {
  return isForMembers(stored) ? textOf('en', stored) : stored;
}
