/**
 * Reads a large XML file entry by entry. The reader of bank files keeps one small document with its lines; lists have millions of
 * elements, and facts in attributes. Bounded: no document type, so no entities beyond those of XML; depth and size have limits.
 */
import { SaxesParser } from 'saxes';
import { ListFault } from '../../kernel/screening/list-entry.ts';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const DEPTH_MAX = 40;
const ELEMENTS_MAX = 20_000_000;
/** Letters that are read before other work has its turn. */
const PART = 256 * 1024;

export interface XmlReader {
  /** Called with the name and attributes of the outermost element. @throws ListFault for another format */
  begin(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Which elements are kept whole; they are not within each other. */
  readonly wanted: ReadonlySet<string>;
  take(element: Element): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Names without prefixes. @throws ListFault */
export async function readEntries(text: string, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let [depth, count] = [0, 0];
  const fault = (message: string): never => {
    throw new ListFault(`line ${parser.line}: ${message}`);
  };
  parser.on('doctype', () => fault('a document type is not allowed'));
  parser.on('error', ({ message }) => fault(`it is not XML: ${message.replace(/^[\d:]+ /, '')}`));
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = local(full);
    depth += 1;
    count += 1;
    if (count > ELEMENTS_MAX || depth > DEPTH_MAX) fault('too many elements');
    if (depth === 1) reader.begin(name, attributes);
    if (open.length === 0 && !reader.wanted.has(name)) return;
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (part: string) => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const closed = open.pop();
    if (closed !== undefined && open.length === 0) reader.take(closed);
  });
  for (let from = 0; from < text.length; from += PART) {
    parser.write(text.slice(from, from + PART));
    await new Promise((resolve) => setImmediate(resolve));
  }
  parser.close();
}

/** The elements at a path below: `Names/Name`. */
export function allAt(element: Element, path: string): Element[] {
  let found = [element];
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

/** Without space around it; empty where it is absent. */
export const textAt = (element: Element, path: string): string =>
  allAt(element, path)[0]?.text.trim().replaceAll(/\s+/g, ' ') ?? '';

/** Each text at a path, once. */
export const textsAt = (element: Element, path: string): string[] =>
  unique(allAt(element, path).map(({ text }) => text.trim().replaceAll(/\s+/g, ' ')));

/** Without empty ones. */
export const unique = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => text !== '')),
];

/** With a space or comma between the parts that there are. */
export const joined = (parts: readonly string[], by = ' '): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(by);
