/** The code that a member shows so that another can send to them: their ID, and nothing that a camera would open. Pure. */
const PREFIX = 'tern:member:';

export const memberCode = (id: number): string => `${PREFIX}${id}`;

/** The ID in a scanned or pasted text; undefined for anything else. */
export function readMemberCode(text: string): string | undefined {
  const [, id] = /^(?:tern:member:)?([1-9]\d{0,14})$/.exec(text.trim()) ?? [];
  return id;
}
