/** A route: a declared call and the function that answers it. */
import type { Call, InputOf, OutputOf, Permission } from '@tern/protocol';

/** The member of the session. */
export interface Caller {
  memberId: number;
  sessionId: number;
}

/** The operator of the session. */
export interface OperatorCaller {
  operatorId: number;
  sessionId: number;
  login: string;
  roles: readonly string[];
  /** Of all roles together. */
  permissions: readonly Permission[];
  /** Epoch ms. */
  expiresAt: number;
  /** Seals the text of an act in this session. */
  seal: (text: string) => Uint8Array;
}

export interface CallContext<Input> {
  input: Input;
  /** Language prefix of the request, one of the fourteen. */
  lang: string;
  /** The caller's network address. */
  address: string;
  /** The `User-Agent` header. */
  userAgent?: string;
  /** As sent in the `Idempotency-Key` header of a money call. */
  idempotencyKey: string | undefined;
  /** As sent in the `X-Confirmation` header; absent or malformed: undefined. */
  confirmation?: string | undefined;
}

export interface MemberCallContext<Input> extends CallContext<Input> {
  caller: Caller;
}

export interface OperatorCallContext<Input> extends CallContext<Input> {
  operator: OperatorCaller;
}

type ContextOf<C extends Call> = C['auth'] extends 'member'
  ? MemberCallContext<InputOf<C>>
  : C['auth'] extends 'operator'
    ? OperatorCallContext<InputOf<C>>
    : CallContext<InputOf<C>>;

/** What the API calls fields that refusals name otherwise: `{ amount: 'num' }`. All others have one name. */
export type FieldNames = Readonly<Record<string, string>>;

/** A call with its handler, erased to one type so that routes can be collected in a list. */
export interface Route {
  call: Call;
  /** What the call costs with this valid input, in turns of its rate (`turnsOfRows`). Absent: one. */
  turns?(input: unknown): number;
  fields?: FieldNames;
  /** `operator` is set for operators' calls. */
  answer(context: MemberCallContext<unknown> & { operator?: OperatorCaller }): Promise<unknown>;
}

/** Binds a declared call to its handler; input, output and caller are typed by the call. */
export function route<C extends Call>(
  call: C,
  handle: (context: ContextOf<C>) => Promise<OutputOf<C>>,
  {
    turns,
    fields,
  }: {
    turns?: (input: InputOf<C>) => number;
    fields?: Readonly<Record<string, keyof InputOf<C> & string>>;
  } = {},
): Route {
  return {
    call,
    ...(fields === undefined ? {} : { fields }),
    answer: handle as unknown as Route['answer'],
    ...(turns === undefined ? {} : { turns: turns as Route['turns'] & object }),
  };
}
