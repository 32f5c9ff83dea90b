/** A text that another page prepared for the member to send to service: it is in the field when service opens, and not sent. */

/** As in the protocol. */
export const SERVICE_TEXT_MAX = 2_000;

let draft = '';

/** What does not fit in a message is cut off. An empty text clears it. */
export function writeServiceDraft(text: string): void {
  draft = text.slice(0, SERVICE_TEXT_MAX);
}

export function readServiceDraft(): string {
  return draft;
}
