/**
 * Seals of operators' acts: made by the server that served the operator's session, with the key of the deployment, so that a role of the
 * database alone forges no act (ADR 27).
 */
import type { SecretBox } from '../../platform/secret-box.ts';

/** Seals a text; only who has the key of the deployment can. */
export type Seal = (text: string) => Uint8Array;

/** Nothing is encrypted: what is sealed is the text that is authenticated with it. */
export const sealWith =
  (box: SecretBox): Seal =>
  (text) =>
    box.seal('', text);

/** Whether this deployment has sealed exactly this text. */
export function isSealed(box: SecretBox, text: string, seal: Uint8Array | null): boolean {
  if (seal === null) return false;
  try {
    return box.open(seal, text) === '';
  } catch {
    return false;
  }
}

/** What an act of the log says, but for its number. */
export interface Act {
  operatorId: number | null;
  operatorLogin: string;
  action: string;
  subject: string;
  memberId: number | null;
  reason: string;
  detail: Record<string, unknown>;
  address: string;
  isShown: boolean;
  /** Epoch ms. */
  createdAt: number;
}

/** The act as one text, the same before it is stored and after it is read: the keys of its detail are in order. */
export function textOfAct(act: Act): string {
  const { operatorId, operatorLogin, action, subject, memberId, reason, address } = act;
  const about = [operatorId, operatorLogin, action, subject, memberId, reason, address];
  return `operator act\n${JSON.stringify([...about, act.isShown, act.createdAt, act.detail], inOrder)}`;
}

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
