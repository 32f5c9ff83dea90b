/** The entry of a published document: it is read back as it was written, and every other text is none. */
import { describe, expect, it } from 'vitest';
import { plainBytes } from './plain-bytes.ts';
import { documentEntry, documentHash, parseDocumentEntry } from './document-leaf.ts';

const hash = documentHash('00'.repeat(16), new TextEncoder().encode('the terms of a product'));
const leaf = { kind: 'product-terms', at: 1_772_000_000_000, hash };
const text = new TextDecoder().decode(documentEntry(leaf));
const read = (changed: string) => parseDocumentEntry(plainBytes(changed));

describe('the entry of a document', () => {
  it('is read back', () => {
    expect(read(text)).toEqual(leaf);
  });

  it.each([
    ['another header', text.replace('tern document 1', 'tern document 2')],
    ['a kind in capitals', text.replace('product-terms', 'Product-terms')],
    ['a time that is no whole number', text.replace('1772000000000', '1772000000000.5')],
    ['a time with leading zeros', text.replace('1772000000000', '01772000000000')],
    ['a shorter hash', text.replace(/[^\n]+\n$/, 'AAAA\n')],
    ['a hash that is not base64', text.replace(/[^\n]+\n$/, '!\n')],
    ['no newline at its end', text.trimEnd()],
    ['a line more', `${text}more\n`],
    ['nothing', ''],
  ])('is none with %s', (_what, changed) => {
    expect(read(changed)).toBeUndefined();
  });
});
