/** A rail with scripted transfers, which may lose its answers. */
import type { Rail, TransferOut, TransferOutcome } from '../../src/kernel/rails/rail.ts';

/** The state of a transfer at the rail. */
export type Transfer = 'untouched' | 'pending' | 'completed' | 'refused';

/** The rail's record of its one transfer. */
export interface RailMemory {
  isCarried: boolean;
  transfer: Transfer;
  asked: readonly TransferOut[];
}

export const UNTOUCHED: RailMemory = { isCarried: true, transfer: 'untouched', asked: [] };

/** The rail's reaction to a call. `isLost`: its answer does not arrive. */
export interface Turn {
  transfer: Transfer;
  isLost: boolean;
}

export const TURNS: readonly Turn[] = [
  { transfer: 'untouched', isLost: true },
  ...(['pending', 'completed', 'refused'] as const).flatMap((transfer) => [
    { transfer, isLost: false },
    { transfer, isLost: true },
  ]),
];

export const nameOf = ({ transfer, isLost }: Turn) =>
  transfer === 'untouched'
    ? 'the rail is silent'
    : `the rail says ${transfer}${isLost ? ', and the answer is lost' : ''}`;

/** An ended transfer never changes: a rail sends once per reference. */
export function unreliableRail(
  memory: { read(): RailMemory; write(next: RailMemory): void },
  turn: Turn,
): Rail {
  return {
    name: 'unsteady',
    serves: () => memory.read().isCarried,
    depositAddress: async () => 'nowhere',
    async send(asked): Promise<TransferOutcome> {
      const before = memory.read();
      const isDone = before.transfer === 'completed' || before.transfer === 'refused';
      const transfer = isDone || turn.transfer === 'untouched' ? before.transfer : turn.transfer;
      memory.write({ ...before, transfer, asked: [...before.asked, asked] });
      if (turn.isLost || transfer === 'untouched') throw new Error('the answer was lost');
      if (transfer === 'refused') {
        return { kind: transfer, reason: 'The network does not take it.' };
      }
      return { kind: transfer, txid: 'tx-1' };
    },
  };
}
