/** Compares what the answer to an order said with what the public log has of it. */
import { toBase64 } from '../log/plain-bytes.ts';
import { statementHash } from '../log/statements-leaf.ts';
import { readLeaf } from './command-line.ts';
import type { OrderReceiptItem } from './receipt-item.ts';
import { readSignedOrder } from './signed-orders.ts';

/** `command`: the text that the log has. A signed number that differs is evidence against the exchange. */
export function checkConfirmation(
  confirmation: string,
  command: string,
  publicKeys: readonly string[],
): OrderReceiptItem {
  const name = 'confirmed';
  const said = readSignedOrder(confirmation, publicKeys);
  if (said === undefined)
    return { name, pass: false, why: 'the answer to the order is unreadable' };
  const { symbol, number, at, hash, isSigned } = said;
  if (!isSigned) {
    return { name, pass: false, why: 'the answer to the order is not signed with this key' };
  }
  const logged = readLeaf(command);
  const isSame =
    logged?.symbol === symbol &&
    logged.number === number &&
    logged.at === at &&
    toBase64(statementHash(command)) === hash;
  return isSame
    ? { name, pass: true, why: `the answer to the order said number ${number} at ${at}`, at }
    : {
        name,
        pass: false,
        why: `the answer to the order said number ${number} of ${symbol} at ${at} with another text than the log has`,
        number,
        at,
      };
}
