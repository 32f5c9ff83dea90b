/** Terms that changed between showing a product and buying it. */
import { Refusal } from '../requests/refusal.ts';

/** In the API: a number, digits, or absent. */
export type ShownVersion = number | string | undefined;

/**
 * A buyer who names the version of the terms that was shown buys under no other one (ADR 39). The payloads of the specification
 * name none; then nothing is compared.
 * @throws terms-changed
 */
export function assertShownVersion(
  shown: ShownVersion,
  { version }: { readonly version: number },
): void {
  if (shown !== undefined && Number(shown) !== version) throw new Refusal('terms-changed');
}
