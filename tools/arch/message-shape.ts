/** The parts of a message that a translation must have: its values, and the plural forms of its language. */
import compile from 'icu-minify/compile';

/** The node kinds of a compiled message that carry options. */
const SELECT = 1;
const PLURAL = 2;
const ORDINAL = 3;

interface MessageShape {
  /** Names of values and tags, in order, each once. */
  readonly values: readonly string[];
  /** For each `select`, its name and options: `side: buy, sell, other`. */
  readonly selects: readonly string[];
  /** For each plural, its type and the categories it has a text for, exact numbers (`=0`) left out. */
  readonly plurals: readonly {
    readonly type: 'cardinal' | 'ordinal';
    readonly forms: readonly string[];
  }[];
}

interface Collected {
  readonly values: Set<string>;
  readonly selects: Set<string>;
  readonly plurals: MessageShape['plurals'][number][];
}

const collectOptions = (found: Collected, node: readonly [string, number, object]): void => {
  const [name, kind, options] = node;
  const keys = Object.keys(options).toSorted();
  if (kind === SELECT) found.selects.add(`${name}: ${keys.join(', ')}`);
  else {
    found.plurals.push({
      type: kind === PLURAL ? 'cardinal' : 'ordinal',
      forms: keys.filter((key) => !key.startsWith('=')),
    });
  }
  for (const option of Object.values(options)) collectMessage(found, option);
};

/** A node is a text, a number sign, or a list that starts with the name of a value or tag. */
const collectNode = (found: Collected, node: unknown): void => {
  if (!Array.isArray(node)) return;
  const [name, kind] = node as [string, unknown];
  found.values.add(name);
  if (kind === SELECT || kind === PLURAL || kind === ORDINAL) {
    collectOptions(found, node as unknown as [string, number, object]);
  } else {
    for (const child of node.slice(1)) collectNode(found, child);
  }
};

/** A message is a text or a list of nodes. */
const collectMessage = (found: Collected, message: unknown): void => {
  if (!Array.isArray(message)) return;
  for (const node of message) collectNode(found, node);
};

/** Reads a message. @throws the parser's own error when its braces do not match */
export const shapeOf = (text: string): MessageShape => {
  const found: Collected = { values: new Set(), selects: new Set(), plurals: [] };
  collectMessage(found, compile(text));
  return {
    values: [...found.values].toSorted(),
    selects: [...found.selects].toSorted(),
    plurals: found.plurals,
  };
};
