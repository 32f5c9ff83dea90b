import { type TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { operatorCalls } from './operator/index.ts';

/** The keywords of JSON Schema that are read here. */
interface Node {
  readonly type?: string;
  readonly anyOf?: readonly Node[];
  readonly const?: unknown;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: unknown;
}

/** From start to end, and nothing in it repeats without end. */
const isBoundedPattern = (pattern: string) =>
  /^\^.*\$$/s.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern);

const isBoundedText = ({ maxLength, pattern }: Node) =>
  maxLength !== undefined || (pattern !== undefined && isBoundedPattern(pattern));

/** What may be as long as the sender likes, by its path. */
function unboundedIn(node: Node, path: string): string[] {
  if (node.anyOf !== undefined) return node.anyOf.flatMap((each) => unboundedIn(each, path));
  if (node.const !== undefined) return [];
  switch (node.type) {
    case 'array':
      return [
        ...(node.maxItems === undefined ? [`${path}: list`] : []),
        ...unboundedIn(node.items ?? {}, `${path}[]`),
      ];
    case 'object': {
      const { properties = {}, patternProperties = {} } = node;
      const isClosed = node.additionalProperties === false && node.patternProperties === undefined;
      const members = [...Object.entries(properties), ...Object.entries(patternProperties)];
      return [
        ...(isClosed || node.maxProperties !== undefined ? [] : [`${path}: object`]),
        ...members.flatMap(([name, each]) => unboundedIn(each, `${path}.${name}`)),
      ];
    }
    case 'string':
      return isBoundedText(node) ? [] : [`${path}: text`];
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return [];
    default:
      return [`${path}: anything`];
  }
}

const everyCall: readonly { method: string; path: string; input: TSchema }[] = [
  ...Object.values(calls),
  ...Object.values(operatorCalls),
];

test('every list, text and object in a request has a bound', () => {
  const unbounded = everyCall.flatMap(({ method, path, input }) =>
    unboundedIn(input as Node, `${method} ${path} `),
  );
  expect(unbounded).toEqual([]);
  expect(everyCall.length).toBeGreaterThan(200);
});

test('the check sees each kind of input without a bound', () => {
  const text = { type: 'string', maxLength: 3 };
  const object = { type: 'object', additionalProperties: false };
  const found = (node: Node) => unboundedIn({ ...object, properties: { at: node } }, '');
  expect(found({ type: 'array', items: text })).toEqual(['.at: list']);
  expect(found({ type: 'array', maxItems: 2, items: { type: 'string' } })).toEqual(['.at[]: text']);
  expect(found({ anyOf: [text, { type: 'string', pattern: '^[a-z]+$' }] })).toEqual(['.at: text']);
  expect(found({ type: 'string', pattern: '[a-z]{2}' })).toEqual(['.at: text']);
  expect(found({ type: 'string', pattern: '^(a,){2,}$' })).toEqual(['.at: text']);
  expect(found({ type: 'object', patternProperties: { '^.*$': text } })).toEqual(['.at: object']);
  expect(found({ type: 'object', properties: { text } })).toEqual(['.at: object']);
  expect(found({})).toEqual(['.at: anything']);
  expect(found({ type: 'string', pattern: '^[1-3](,[1-3]){0,2}$' })).toEqual([]);
});
