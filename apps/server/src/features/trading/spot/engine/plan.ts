/** Matches a batch in memory: the exchange quotes, then each command, then what prices triggered, with the resulting orders, trades and entries. */
import { ZERO } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { ConditionalOrder } from '../conditional/conditional-order.ts';
import { conditionalRow } from '../conditional/conditional-rows.ts';
import type { Order } from '../order.ts';
import { type OrderRow, orderRow } from '../order-rows.ts';
import { keyText } from './answers.ts';
import type { Batch, EngineState, Outcome, PlannedBatch, StoredAnswer } from './batch.ts';
import { CommandRecord, conditionalLines, recordedBatch } from './command-record.ts';
import { BatchPlanner } from './plan-orders.ts';
import { TriggerPlanner } from './plan-triggers.ts';
import type {
  AmendCommand,
  AmendConditionalCommand,
  CancelCommand,
  CancelConditionalCommand,
  MemberCommand,
  PlaceCommand,
  PlaceConditionalCommand,
} from '../commands.ts';

/** Matches the batch on a book that has started it. @throws `StaleBalances` */
export function planBatch(batch: Batch, state: EngineState): PlannedBatch {
  const record = new CommandRecord(batch.recordPlace);
  const triggers = new TriggerPlanner(batch, state, record);
  const planner = new BatchPlanner(batch, state, {
    record,
    next: () => batch.tradeIds.take(),
    happened: (trade) => triggers.compareTrade(trade),
    changed: (order) => triggers.orderChanged(order),
    assertAmendable: (order, command) => triggers.assertAmendable(order, command),
  });
  const planners = { orders: planner, triggers, record };
  triggers.compareTicks();
  recordFormer(record, batch);
  replaceQuotes(planner, batch, record);
  const results: Results = { rows: new Map(), answers: [] };
  try {
    const outcomes = batch.commands.map((command, position) => {
      record.begin(position);
      return (
        answeredBefore(command, state) ?? carryOut(command, planners, { batch, state, results })
      );
    });
    triggers.placeMet(planner);
    const { facts, trades, amendments } = planner;
    const conditionals = {
      inserted: [...triggers.inserted.values()],
      changed: [...triggers.changed.values()],
      amendments: triggers.amendments,
      pauses: triggers.pauses,
    };
    const inserted = [...planner.inserted.values()];
    const changed = [...planner.changed.values()];
    const find = (id: number) => planner.inserted.get(id) ?? planner.changed.get(id);
    const { isFresh } = state;
    const orders = { inserted, changed, trades, amendments, facts, find };
    const recorded = recordedBatch(record, batch);
    return { batch, outcomes, ...orders, recorded, conditionals, ...results, isFresh };
  } catch (error) {
    for (const key of results.answers) state.answers.forget(key);
    throw error;
  }
}

/**
 * Whether new quotes match no order and new prices trigger nothing, so that only memory changes. The book has started the batch.
 */
export function areQuotesQuiet(batch: Batch): boolean {
  let trades = 0;
  const noBalances = { available: () => ZERO, change: () => undefined, knows: () => false };
  const [nobody, none] = [new Map<number, never>(), new Set<number>()];
  const state = { balances: noBalances, isFresh: true, barred: nobody, loaded: none };
  const record = new CommandRecord(batch.recordPlace);
  const triggers = new TriggerPlanner(batch, state, record);
  triggers.compareTicks();
  if (!triggers.isQuiet) return false;
  const nothing = () => undefined;
  const counted = {
    record,
    next: () => ++trades,
    happened: nothing,
    changed: nothing,
    assertAmendable: nothing,
  };
  replaceQuotes(new BatchPlanner(batch, state, counted), batch, record);
  return trades === 0;
}

/** What the record does not know yet: the terms of a new engine, and quotes that stand since a batch that matched nothing. */
function recordFormer(
  record: CommandRecord,
  { instrument, engine, recordPlace, mode }: Batch,
): void {
  const { statesTerms, unrecorded } = recordPlace;
  if (statesTerms) record.terms(instrument, { epoch: engine.epoch, quotes: mode === 'paper' });
  if (unrecorded !== undefined) record.quotes(unrecorded, []);
}

function replaceQuotes(planner: BatchPlanner, batch: Batch, record: CommandRecord): void {
  const { withdrawn, quotes, tick, book, firstQuoteId } = batch;
  for (const id of withdrawn) book.cancel(id);
  const fills = quotes.flatMap(({ side, priceTicks, lots }, index) =>
    planner
      .quote(firstQuoteId - index, side, { priceTicks, lots })
      .map((fill) => `${index}>${fill}`),
  );
  if (withdrawn.length + quotes.length > 0) record.quotes(quotes.length > 0 ? tick : null, fills);
}

/** Results of commands beside orders and trades. */
type Results = { rows: Map<Order, OrderRow>; answers: StoredAnswer[] };

/** The first answer to the command's key; a refusal where the key came with another request. */
function answeredBefore({ key }: MemberCommand, state: EngineState): Outcome | undefined {
  const before = key && (state.answers.get(key) ?? state.finished.get(keyText(key)));
  if (before === undefined) return undefined;
  return before.requestHash === key?.requestHash
    ? (before.answer as Outcome)
    : new Refusal('idempotency-key-reused');
}

/** A refusal affects this command only. */
function carryOut(
  command: MemberCommand,
  planners: Planners,
  { batch, state, results }: { batch: Batch; state: EngineState; results: Results },
): Outcome {
  const { key } = command;
  const { record } = planners;
  const from = record.lines.length;
  try {
    const answer = answerTo(command, planners, { batch, rows: results.rows });
    if (key !== undefined) {
      state.answers.put(key, { requestHash: key.requestHash, answer });
      results.answers.push({ ...key, answer });
    }
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    record.refused(command, error.code, from);
    return error;
  }
}

interface Planners {
  readonly record: CommandRecord;
  readonly orders: BatchPlanner;
  readonly triggers: TriggerPlanner;
}

/** @throws a Refusal */
function answerTo(
  command: MemberCommand,
  planners: Planners,
  { batch, rows }: { batch: Batch; rows: Map<Order, OrderRow> },
): Exclude<Outcome, Refusal> {
  const { instrument } = batch;
  if (isConditional(command)) {
    return { conditional: conditionalRow(conditionalAfter(command, planners), instrument) };
  }
  const order = orderAfter(command, planners);
  const row = orderRow(order, instrument);
  rows.set(order, row);
  return { order: row };
}

type ConditionalCommand =
  | PlaceConditionalCommand
  | CancelConditionalCommand
  | AmendConditionalCommand;

const isConditional = (command: MemberCommand): command is ConditionalCommand =>
  command.kind in conditionalLines;

function conditionalAfter(
  command: ConditionalCommand,
  { orders, triggers, record }: Planners,
): ConditionalOrder {
  const known = record.conditional(conditionalLines[command.kind], command.memberId);
  // What it does to orders of the book comes behind it.
  record.ofPair();
  const conditional = conditionalOf(command, { orders, triggers });
  known(conditional.id);
  return conditional;
}

function conditionalOf(
  command: ConditionalCommand,
  { orders, triggers }: Pick<Planners, 'orders' | 'triggers'>,
): ConditionalOrder {
  if (command.kind === 'place-conditional') return triggers.place(command, orders);
  if (command.kind === 'amend-conditional') return triggers.amend(command, orders);
  return triggers.cancel(command, orders);
}

function orderAfter(
  command: PlaceCommand | CancelCommand | AmendCommand,
  { orders, triggers }: Planners,
): Order {
  if (command.kind === 'place') {
    return command.attached === undefined
      ? orders.place(command)
      : triggers.placeWithAttached(command, orders);
  }
  return command.kind === 'amend' ? orders.amend(command) : orders.cancel(command);
}
