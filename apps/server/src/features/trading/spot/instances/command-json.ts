/** Commands and their outcomes as plain JSON, for the way to an engine in another instance. */
import { type Amount, formatDecimal, type Price, parseDecimal, type Rate } from '@tern/money';
import { type RefusalAsJson, refusalFromJson } from '../../../../kernel/requests/refusal.ts';
import type {
  AttachedTerms,
  ChangeableTerms,
  GivenTerms,
} from '../conditional/conditional-order.ts';
import type {
  AmendCommand,
  AmendConditionalCommand,
  AnswerTo,
  CancelCommand,
  CancelConditionalCommand,
  MemberCommand,
  PlaceCommand,
  PlaceConditionalCommand,
} from '../commands.ts';

/** Amounts, prices and rates as decimals. */
type AsJson<T> = {
  readonly [Name in keyof T]: T[Name] extends bigint | undefined ? string | undefined : T[Name];
};

type PlaceJson = Omit<AsJson<PlaceCommand>, 'attached'> & {
  readonly attached?: AsJson<AttachedTerms> | undefined;
};
type PlaceConditionalJson = Omit<PlaceConditionalCommand, 'terms' | 'targetPrice'> & {
  readonly terms: AsJson<GivenTerms>;
  readonly targetPrice?: string | undefined;
};

type AmendJson = AsJson<AmendCommand>;
type AmendConditionalJson = Omit<AmendConditionalCommand, 'to'> & {
  readonly to: AsJson<ChangeableTerms>;
};

export type CommandJson =
  | PlaceJson
  | AmendJson
  | CancelCommand
  | PlaceConditionalJson
  | CancelConditionalCommand
  | AmendConditionalJson;

/** Of a command: its answer, its refusal, or that this instance has not touched it. */
export type OutcomeJson =
  | AnswerTo<MemberCommand>
  | { readonly refusal: RefusalAsJson }
  | { readonly failed: string }
  | { readonly notTaken: true };

const write = (value: bigint | undefined) =>
  value === undefined ? undefined : formatDecimal(value as Amount);

export function commandAsJson(command: MemberCommand): CommandJson {
  if (command.kind === 'cancel' || command.kind === 'cancel-conditional') return command;
  if (command.kind === 'place') {
    return { ...amountsAsJson(command), attached: attachedAsJson(command.attached) };
  }
  if (command.kind === 'amend') {
    const { limitPrice, quantity } = command;
    return { ...command, limitPrice: write(limitPrice), quantity: write(quantity) };
  }
  if (command.kind === 'amend-conditional') {
    return { ...command, to: { ...amountsAsJson(command.to), ...pricesAsJson(command.to) } };
  }
  const terms = { ...amountsAsJson(command.terms), ...pricesAsJson(command.terms) };
  return { ...command, terms, targetPrice: write(command.targetPrice) };
}

type Amounts = Pick<PlaceCommand, 'limitPrice' | 'quantity' | 'budget'>;
type Prices = Pick<GivenTerms, 'triggerPrice' | 'rate' | 'startPrice'>;

const amountsAsJson = <T extends Amounts>({ limitPrice, quantity, budget, ...same }: T) => ({
  ...same,
  limitPrice: write(limitPrice),
  quantity: write(quantity),
  budget: write(budget),
});

const pricesAsJson = ({ triggerPrice, rate, startPrice }: Prices) => ({
  triggerPrice: write(triggerPrice),
  rate: write(rate),
  startPrice: write(startPrice),
});

const attachedAsJson = (attached: AttachedTerms | undefined) =>
  attached && {
    watches: attached.watches,
    takeProfit: write(attached.takeProfit),
    stopLoss: write(attached.stopLoss),
  };

const attachedOf = (attached: AsJson<AttachedTerms> | undefined): AttachedTerms | undefined =>
  attached && {
    watches: attached.watches,
    takeProfit: read<Price>(attached.takeProfit),
    stopLoss: read<Price>(attached.stopLoss),
  };

/** @throws Error for an amount that is none */
export function commandFromJson(command: CommandJson): MemberCommand {
  const key = command.key;
  if (command.kind === 'cancel' || command.kind === 'cancel-conditional')
    return { ...command, key };
  if (command.kind === 'place') {
    return { ...command, ...amountsOf(command), attached: attachedOf(command.attached), key };
  }
  if (command.kind === 'amend') {
    const { limitPrice, quantity } = command;
    return {
      ...command,
      limitPrice: read<Price>(limitPrice),
      quantity: read<Amount>(quantity),
      key,
    };
  }
  if (command.kind === 'amend-conditional') {
    return { ...command, to: { ...amountsOf(command.to), ...pricesOf(command.to) }, key };
  }
  const { terms } = command;
  const targetPrice = read<Price>(command.targetPrice);
  const asked = { ...terms, ...amountsOf(terms), ...pricesOf(terms) };
  return { ...command, terms: asked, targetPrice, key };
}

const pricesOf = ({ triggerPrice, rate, startPrice }: AsJson<Prices>): Prices => ({
  triggerPrice: read<Price>(triggerPrice),
  rate: read<Rate>(rate),
  startPrice: read<Price>(startPrice),
});

const amountsOf = ({ limitPrice, quantity, budget }: AsJson<Amounts>): Amounts => ({
  limitPrice: read<Price>(limitPrice),
  quantity: read<Amount>(quantity),
  budget: read<Amount>(budget),
});

function read<T extends Amount | Price | Rate>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const value = parseDecimal<T>(text);
  if (value === undefined) throw new Error(`an order came with the amount ${text}`);
  return value;
}

/** Whether the engine ended before it knew: the command may have committed. */
export const isUndecided = (outcome: OutcomeJson): boolean =>
  'refusal' in outcome && outcome.refusal.detail.text === 'order.unknown';

/** The answer. @throws the Refusal; an error when the engine failed */
export function answerOf(
  outcome: Exclude<OutcomeJson, { notTaken: true }>,
): AnswerTo<MemberCommand> {
  if ('order' in outcome) return { order: outcome.order };
  if ('conditional' in outcome) return { conditional: outcome.conditional };
  if ('refusal' in outcome) throw refusalFromJson(outcome.refusal);
  throw new Error(`the engine's instance failed: ${outcome.failed}`);
}
