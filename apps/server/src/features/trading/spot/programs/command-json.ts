/** Commands and their outcomes as plain JSON, for the way to an engine in another program. */
import { type Amount, formatDecimal, type Price, parseDecimal } from '@tern/money';
import { type RefusalAsJson, refusalFromJson } from '../../../../kernel/requests/refusal.ts';
import type { CancelCommand, MemberCommand, PlaceCommand } from '../order.ts';
import type { OrderRow } from '../order-rows.ts';

/** Amounts as decimals. */
type PlaceJson = Omit<PlaceCommand, 'limitPrice' | 'quantity' | 'budget'> & {
  readonly limitPrice?: string | undefined;
  readonly quantity?: string | undefined;
  readonly budget?: string | undefined;
};

export type CommandJson = PlaceJson | CancelCommand;

/** Of a command: its answer, its refusal, or that this program has not touched it. */
export type OutcomeJson =
  | { readonly order: OrderRow }
  | { readonly refusal: RefusalAsJson }
  | { readonly failed: string }
  | { readonly notTaken: true };

const write = (value: bigint | undefined) =>
  value === undefined ? undefined : formatDecimal(value as Amount);

export function commandAsJson(command: MemberCommand): CommandJson {
  if (command.kind === 'cancel') return command;
  const { limitPrice, quantity, budget, ...same } = command;
  return {
    ...same,
    limitPrice: write(limitPrice),
    quantity: write(quantity),
    budget: write(budget),
  };
}

/** @throws Error for an amount that is none */
export function commandFromJson(command: CommandJson): MemberCommand {
  const key = command.key;
  if (command.kind === 'cancel') return { ...command, key };
  const { limitPrice, quantity, budget, ...same } = command;
  return {
    ...same,
    key,
    limitPrice: read<Price>(limitPrice),
    quantity: read<Amount>(quantity),
    budget: read<Amount>(budget),
  };
}

function read<T extends Amount | Price>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const value = parseDecimal<T>(text);
  if (value === undefined) throw new Error(`an order came with the amount ${text}`);
  return value;
}

/** Whether the engine ended before it knew: the command may have committed. */
export const isUndecided = (outcome: OutcomeJson): boolean =>
  'refusal' in outcome && outcome.refusal.detail.text === 'order.unknown';

/** The answer. @throws the Refusal; an error when the engine failed */
export function answerOf(outcome: Exclude<OutcomeJson, { notTaken: true }>): { order: OrderRow } {
  if ('order' in outcome) return { order: outcome.order };
  if ('refusal' in outcome) throw refusalFromJson(outcome.refusal);
  throw new Error(`the engine's program failed: ${outcome.failed}`);
}
