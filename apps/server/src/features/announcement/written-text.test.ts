import { describe, expect, it } from 'vitest';
import { addressesIn, blocksOf, isLink, plainWords } from './written-text.ts';

const words = (text: string) => ({ text, href: null, isStrong: false });

describe('a written text', () => {
  it('has headings, items, strong words and links, and nothing else', () => {
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
    expect(plainWords(blocksOf(body))).toBe(
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
  ])('shows %s as the words they are', (body) => {
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

  it('leads by https to a host that is named openly', () => {
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

  it('finds each address that stands where a link would', () => {
    expect(addressesIn('[a](b c) **[d](e)** [f](https://g.h)')).toEqual([
      'b c',
      'e',
      'https://g.h',
    ]);
    expect(addressesIn('[a](javascript:alert(1))')).toEqual(['javascript:alert(1']);
  });

  it('is read in a moment however long and odd it is', () => {
    const odd = '[**'.repeat(800) + '('.repeat(800) + '](https://'.repeat(150);
    const begun = performance.now();
    blocksOf(odd);
    expect(performance.now() - begun).toBeLessThan(200);
  });
});
