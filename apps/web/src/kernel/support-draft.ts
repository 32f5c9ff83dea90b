/** A text that another page prepared for the member to send to support: it is in the field when support opens, and not sent. */

/** As in the protocol. */
export const SUPPORT_TEXT_MAX = 2_000;

let draft = '';

/** What does not fit in a message is cut off. An empty text clears it. */
export function writeSupportDraft(text: string): void {
  draft = text.slice(0, SUPPORT_TEXT_MAX);
}

export function readSupportDraft(): string {
  return draft;
}
