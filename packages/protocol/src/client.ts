/** Entry point for clients: the types of every call by name, without schema code in the bundle. */
import type { AnyCall } from './calls.ts';
import type { CallName, InputOf, OutputOf } from './call.ts';

type ByName = { [C in AnyCall as CallName<C>]: { input: InputOf<C>; output: OutputOf<C> } };

/** "POST /base/login" and so on. */
export type Name = keyof ByName;
export type Input<N extends Name> = ByName[N]['input'];
export type Output<N extends Name> = ByName[N]['output'];
/** One row of a call that returns a list. */
export type RowOf<N extends Name> = Output<N> extends { list: (infer Row)[] } ? Row : never;

export type { Answer } from './call.ts';
export type { Code } from './codes.ts';
export type * from './market/feed.ts';
export type * from './member-feed.ts';
export type { RecordCard, RecordKind } from './record-cards.ts';
export type {
  SupportConversation,
  SupportMessage,
  VisitorHello,
  VisitorMessage,
} from './backoffice/support.ts';
export type { FigureFile } from './proof/transparency.ts';
export type { ConfirmationRequest, FactorMethod } from './account/second-factor.ts';
