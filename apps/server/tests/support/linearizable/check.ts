/**
 * Decides whether a history of concurrent calls is linearizable: whether each call can have taken effect at one moment
 * between its begin and its answer, so that a sequential model gives all these answers. The search is that of Wing and
 * Gong ("Testing and verifying concurrent objects", 1993) with Lowe's memory of visited configurations (2017).
 */

export interface Call<Input, Output> {
  readonly input: Input;
  /** Undefined: no answer arrived, so it took effect at any time after it was sent, or never. */
  readonly output: Output | undefined;
  /** On one clock for all calls, in any unit. */
  readonly invokedAt: number;
  /** Ignored without an answer. */
  readonly returnedAt: number;
}

export interface Model<State, Input, Output> {
  readonly initial: State;
  /**
   * All states after the call with this answer, none if the model cannot answer so. Without an answer: those where it
   * took effect, and the unchanged one.
   */
  step(state: State, input: Input, output: Output | undefined): readonly State[];
  /** Equal for equal states. */
  keyOf(state: State): string;
}

export type CheckResult<State, Input, Output> =
  | { readonly isLinearizable: true }
  | {
      readonly isLinearizable: false;
      /** The longest legal order that was found. */
      readonly prefix: readonly Call<Input, Output>[];
      readonly stateAfter: State;
      /** The calls of which none can come next. */
      readonly blocked: readonly Call<Input, Output>[];
    };

/** Far more than a history without violations needs; each costs microseconds. */
const CONFIGURATIONS_MAX = 2_000_000;

interface Choice<State> {
  /** Its position in the history. */
  readonly call: number;
  readonly next: State;
}

interface Frame<State> {
  readonly choices: readonly Choice<State>[];
  /** The next choice to try; the one before it has been taken. */
  at: number;
}

/** @throws Error when the search gets too long to decide */
export function checkHistory<State, Input, Output>(
  model: Model<State, Input, Output>,
  calls: readonly Call<Input, Output>[],
): CheckResult<State, Input, Output> {
  const history = calls.toSorted((one, other) => one.invokedAt - other.invokedAt);
  const search = new Search(model, history);
  return search.run();
}

class Search<State, Input, Output> {
  private readonly model: Model<State, Input, Output>;
  private readonly history: readonly Call<Input, Output>[];
  private readonly isDone: boolean[];
  /** All calls before this one are done. */
  private first = 0;
  private readonly visited = new Set<string>();
  private longest: { order: number[]; state: State };

  constructor(model: Model<State, Input, Output>, history: readonly Call<Input, Output>[]) {
    this.model = model;
    this.history = history;
    this.isDone = history.map(() => false);
    this.longest = { order: [], state: model.initial };
  }

  run(): CheckResult<State, Input, Output> {
    const order: number[] = [];
    const frames: Frame<State>[] = [{ choices: this.choicesFrom(this.model.initial), at: 0 }];
    while (order.length < this.history.length) {
      const frame = frames.at(-1)!;
      const choice = frame.choices[frame.at];
      if (choice === undefined) {
        frames.pop();
        const undone = order.pop();
        if (undone === undefined) return this.refuted();
        this.undo(undone);
        continue;
      }
      frame.at += 1;
      this.do(choice.call);
      if (!this.visit(choice.next)) {
        this.undo(choice.call);
        continue;
      }
      order.push(choice.call);
      if (order.length > this.longest.order.length) {
        this.longest = { order: [...order], state: choice.next };
      }
      frames.push({ choices: this.choicesFrom(choice.next), at: 0 });
    }
    return { isLinearizable: true };
  }

  /** The calls that may take effect next: those that began before any other remaining one was answered. */
  private candidates(): number[] {
    const found: number[] = [];
    let firstAnswer = Infinity;
    for (let call = this.first; call < this.history.length; call += 1) {
      if (this.isDone[call]) continue;
      const { invokedAt, returnedAt, output } = this.history[call]!;
      if (invokedAt > firstAnswer) break;
      found.push(call);
      if (output !== undefined && returnedAt < firstAnswer) firstAnswer = returnedAt;
    }
    return found;
  }

  private choicesFrom(state: State): Choice<State>[] {
    return this.candidates().flatMap((call) => {
      const { input, output } = this.history[call]!;
      return this.model.step(state, input, output).map((next) => ({ call, next }));
    });
  }

  private do(call: number): void {
    this.isDone[call] = true;
    while (this.isDone[this.first] === true) this.first += 1;
  }

  private undo(call: number): void {
    this.isDone[call] = false;
    if (call < this.first) this.first = call;
  }

  /** False if the same calls have led to the same state before. */
  private visit(state: State): boolean {
    const beyond: number[] = [];
    for (let call = this.first + 1; call < this.history.length; call += 1) {
      if (this.isDone[call]) beyond.push(call);
    }
    const key = `${this.first} ${beyond.join()} ${this.model.keyOf(state)}`;
    if (this.visited.has(key)) return false;
    if (this.visited.size >= CONFIGURATIONS_MAX)
      throw new Error('the history is too long to decide');
    this.visited.add(key);
    return true;
  }

  private refuted(): CheckResult<State, Input, Output> {
    const { order, state } = this.longest;
    for (const call of order) this.do(call);
    const named = (call: number) => this.history[call]!;
    return {
      isLinearizable: false,
      prefix: order.map(named),
      stateAfter: state,
      blocked: this.candidates().map(named),
    };
  }
}
