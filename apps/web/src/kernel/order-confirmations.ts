/** What the answers to orders said: the number of each, signed (ADR 102). Kept on the device, to be compared with the public log. */
import { DEVICE_PREFIX, isText, slot } from '../platform/storage.ts';

// Ending a session must not make this device forget what was said. It names a market and a number, and nobody.
const PREFIX = `${DEVICE_PREFIX}order.`;
/** 700 bytes each; whoever wants to keep more saves receipts. */
const KEPT_MAX = 1_000;

const confirmationOf = (orderId: number) => slot(`${PREFIX}${orderId}`, isText);

/** Kept as soon as the answer is there. Beyond the most that are kept, the oldest order goes. */
export function keepConfirmation(orderId: number, confirmation: string | undefined): void {
  if (confirmation === undefined) return;
  confirmationOf(orderId).write(confirmation);
  const ids = keptIds();
  if (ids.length > KEPT_MAX) confirmationOf(Math.min(...ids)).write(undefined);
}

/** None where local storage is refused. */
function keptIds(): number[] {
  const start = `tern.${PREFIX}`;
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    return names.map((name) => Number(name.slice(start.length)));
  } catch {
    return [];
  }
}

/** Undefined for an order of another device, or of an answer that was lost. */
export const readConfirmation = (orderId: number): string | undefined =>
  confirmationOf(orderId).read();
