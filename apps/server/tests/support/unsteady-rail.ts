/** A rail of which a test says how each transfer goes on, and whether anybody hears of it. */
import type { Rail, TransferOut, TransferOutcome } from '../../src/kernel/rails/rail.ts';

/** How a transfer stands at the rail, whoever has heard of it. */
export type Transfer = 'untouched' | 'pending' | 'completed' | 'refused';

/** What the rail keeps of its one transfer. */
export interface RailMemory {
  isCarried: boolean;
  transfer: Transfer;
  asked: readonly TransferOut[];
}

export const UNTOUCHED: RailMemory = { isCarried: true, transfer: 'untouched', asked: [] };

/** What the rail makes of the transfer when it is asked. `isLost`: its answer does not arrive. */
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
    : `the rail says ${transfer}${isLost ? ', unheard' : ''}`;

/** One that has ended stays as it is, whatever the turn says: a rail sends once per reference. */
export function unsteadyRail(
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
