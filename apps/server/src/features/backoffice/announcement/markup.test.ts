import { describe, expect, it } from 'vitest';
import { addressesIn, blocksOf, isLink, plainText } from './markup.ts';

const words = (text: string) => ({ text, href: null, isStrong: false });

describe('the markup of a text', () => {
  it('has headings, items, bold text and links, and nothing else', () => {
    const body =
      '# Pause\n\nOn **Sunday**, see [the plan](https://status.tern.example/plan).\n- one\n- two';
    expect(blocksOf(body)).toEqual([
      { kind: 'heading', parts: [words('Pause')] },
      {
        kind: 'paragraph',
        parts: [
          words('On '),
          { ...words('Sunday'), isStrong: true },
          words(', see '),
          { ...words('the plan'), href: 'https://status.tern.example/plan' },
          words('.'),
        ],
      },
      { kind: 'item', parts: [words('one')] },
      { kind: 'item', parts: [words('two')] },
    ]);
    expect(plainText(blocksOf(body))).toBe(
      'Pause\nOn Sunday, see the plan (https://status.tern.example/plan).\none\ntwo',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[here](javascript:alert(1))',
    '[here](data:text/html,x)',
    '** not strong **x',
    '#no heading',
    '-no item',
    '2 * 3 * 4 [a] (b) \\ & &lt;',
  ])('shows %s as plain text', (body) => {
    const [block] = blocksOf(body);
    expect(block!.kind).toBe('paragraph');
    expect(
      block!.parts
        .map(({ text }) => text)
        .join('')
        .replaceAll('*', ''),
    ).toBe(body.replaceAll('*', ''));
    expect(block!.parts.every(({ href }) => href === null)).toBe(true);
  });

  it('allows only https links to an undisguised host', () => {
    expect(isLink('https://tern.example/a?b=c#d')).toBe(true);
    for (const address of [
      'http://tern.example',
      'https://tern.example@evil.example/',
      'https://user:word@evil.example/',
      'https://localhost/',
      'https://',
      '//evil.example',
      'javascript:alert(1)',
      'HTTPS://evil.example',
    ]) {
      expect([address, isLink(address)]).toEqual([address, false]);
    }
  });

  it('finds each address in the position of a link', () => {
    expect(addressesIn('[a](b c) **[d](e)** [f](https://g.h)')).toEqual([
      'b c',
      'e',
      'https://g.h',
    ]);
    expect(addressesIn('[a](javascript:alert(1))')).toEqual(['javascript:alert(1']);
  });

  it('is parsed quickly even when long and malformed', () => {
    // If it took the square of the length, this would not end today.
    const odd = '[**'.repeat(300_000) + '('.repeat(300_000) + '](https://'.repeat(60_000);
    expect(blocksOf(odd)).toHaveLength(1);
  });
});
