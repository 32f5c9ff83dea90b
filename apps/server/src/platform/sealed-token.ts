/** Texts in addresses that nobody else can write or read: sealed, then in base64url. */
import type { SecretBox } from './secret-box.ts';

/** A token opens only with the context it was sealed with. */
export const sealToken = (box: SecretBox, text: string, context: string): string =>
  Buffer.from(box.seal(text, context)).toString('base64url');

/** Empty for a token that is not ours. */
export function openToken(box: SecretBox, token: string, context: string): string {
  try {
    return box.open(Buffer.from(token, 'base64url'), context);
  } catch {
    return '';
  }
}
