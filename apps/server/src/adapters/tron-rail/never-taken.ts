/** Whether a transaction that expired was never taken, by all blocks that could have: what is not shown is not believed (ADR 118). */
import type { TronBlock, TronChain } from './chain.ts';
import type { Expiring } from './transaction.ts';

/** Of a solidified block, which never changes. */
interface Shown extends Pick<TronBlock, 'height' | 'hash' | 'parentHash' | 'time'> {
  txids: ReadonlySet<string>;
}

/** Of each node: more than an hour of blocks. */
const KEPT = 1_500;

/** True when all nodes show that no block took it. `read`: the height up to which we have read. @throws Error when one does not show it */
export type NeverTaken = (
  nodes: readonly TronChain[],
  transaction: Expiring,
  read: number,
) => Promise<boolean>;

/** Blocks are asked for once, for all transfers that expired together, and a transaction that was shown stays so. */
export function createNeverTaken(): NeverTaken {
  const shown = new Map<TronChain, Map<number, Shown>>();
  const proven = new Set<string>();

  const at = async (node: TronChain, height: number): Promise<Shown | undefined> => {
    const blocks = shown.get(node) ?? new Map<number, Shown>();
    shown.set(node, blocks);
    const known = blocks.get(height);
    if (known !== undefined) return known;
    const found = await node.block(height);
    if (found === undefined) return undefined;
    const { hash, parentHash, time, transactions } = found;
    const txids = new Set(transactions.map(({ txid }) => txid));
    const block = { height, hash, parentHash, time, txids };
    blocks.set(height, block);
    if (blocks.size > KEPT) blocks.delete(blocks.keys().next().value!);
    return block;
  };

  /** A block takes it only after its reference block, and while its own parent is earlier than the expiration. */
  const isNeverTaken = async (node: TronChain, last: Expiring, read: number): Promise<boolean> => {
    const { txid, referenceHeight, expiresAt } = last;
    const shownAt = async (height: number) => {
      const block = height <= read ? await at(node, height) : undefined;
      if (block !== undefined) return block;
      throw new Error(`a node does not show block ${height}, which may have taken ${txid}`);
    };
    let parent = await shownAt(referenceHeight);
    while (parent.time < expiresAt) {
      const block = await shownAt(parent.height + 1);
      if (block.parentHash !== parent.hash) {
        shown.delete(node);
        throw new Error(`block ${block.height} does not follow the one before it`);
      }
      if (block.txids.has(txid)) return false;
      parent = block;
    }
    // A node that has it, although its blocks do not.
    return (await node.receipt(txid)) === undefined;
  };

  return async (nodes, transaction, read) => {
    if (proven.has(transaction.txid)) return true;
    for (const node of nodes) {
      if (!(await isNeverTaken(node, transaction, read))) return false;
    }
    proven.add(transaction.txid);
    return true;
  };
}
