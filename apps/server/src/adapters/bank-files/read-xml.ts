/**
 * Reads an XML file of a bank into elements with their lines. Bounded: no document type, so no entities beyond those of XML; depth and
 * number of elements have limits.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { fault, StatementFault } from '../../kernel/banks/bank-statement.ts';

export interface Element {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly currency: string;
  readonly children: Element[];
  text: string;
}

const DEPTH_MAX = 40;
const ELEMENTS_MAX = 1_000_000;

/** Gives the root and its namespace. @throws StatementFault */
export function readXml(text: string): { root: Element; namespace: string } {
  const parser = new SaxesParser({ xmlns: true });
  const open: Element[] = [];
  let [root, namespace, count]: [Element | undefined, string, number] = [undefined, '', 0];
  parser.on('doctype', () => fault(parser.line, 'a document type is not allowed'));
  parser.on('error', ({ message }) => {
    throw new StatementFault(
      `line ${parser.line}: it is not XML: ${message.replace(/^[\d:]+ /, '')}`,
    );
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    count += 1;
    if (count > ELEMENTS_MAX || open.length >= DEPTH_MAX) fault(parser.line, 'too many elements');
    if (root === undefined) namespace = tag.uri;
    else if (tag.uri !== namespace) fault(parser.line, `${tag.name} is of another namespace`);
    const currency = tag.attributes['Ccy']?.value ?? '';
    const element = { name: tag.local, line: parser.line, currency, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string) => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  if (root === undefined) throw new StatementFault('line 1: it is empty');
  return { root, namespace };
}

/** The elements at a path below: `Acct/Id/IBAN`. */
export function allAt(element: Element, path: string): Element[] {
  let found = [element];
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

export const at = (element: Element, path: string): Element | undefined => allAt(element, path)[0];

/** Without space around it; empty where it is absent. */
export const textAt = (element: Element, path: string): string =>
  at(element, path)?.text.trim() ?? '';

/** @throws StatementFault where it is absent */
export const needed = (element: Element, path: string): Element =>
  at(element, path) ?? fault(element.line, `${element.name} has no ${path}`);
