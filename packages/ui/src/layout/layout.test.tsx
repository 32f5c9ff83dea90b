/** Each value that the layout parts take has its rule in the style sheet. */
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Inline, Stack, Text } from './layout.tsx';

const css = readFileSync(new URL('layout.module.css', import.meta.url), 'utf8');
const rules = new Set([...css.matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name));

/** The names of an element's classes, without what the build adds to them. */
const classesOf = (node: ReactNode): string[] =>
  (/class="([^"]*)"/.exec(renderToStaticMarkup(node))?.[1] ?? '')
    .split(' ')
    .map((name) => name.replace(/^_/, '').replace(/_[^_]*$/, ''));

const GAPS = [2, 4, 6, 8, 10, 12, 14, 16] as const;
const SIZES = [
  'hero',
  'price',
  'title',
  'head',
  'body',
  'strong',
  'label',
  'label-strong',
  'cap',
  'micro',
] as const;
const TONES = ['main', 'soft', 'faint', 'accent', 'alert', 'up', 'down'] as const;

test('each gap, size, colour and alignment has its rule', () => {
  const drawn = [
    ...GAPS.map((gap) => <Inline key={gap} gap={gap} rowGap={gap} top={gap} isWrapped isInText />),
    ...SIZES.map((size) => <Text key={size} size={size} isTight breaksAnywhere isGrown isAtEnd />),
    ...TONES.map((tone) => <Text key={tone} as="span" tone={tone} align="end" />),
    ...(['start', 'center', 'end'] as const).map((align) => <Stack key={align} align={align} />),
    ...(['start', 'center', 'end', 'baseline'] as const).map((align) => (
      <Inline key={align} align={align} justify={align === 'center' ? align : 'between'} />
    )),
    <Inline key="end" justify="end" />,
    <Text key="centred" align="center" />,
  ];
  const used = new Set(drawn.flatMap(classesOf));
  expect([...used].filter((name) => !rules.has(name))).toEqual([]);
  expect([...rules].filter((name = '') => !used.has(name))).toEqual([]);
});

test('the element is the one that is asked for, with its own attributes', () => {
  expect(renderToStaticMarkup(<Stack as="ul" aria-label="markets" />)).toMatch(
    /^<ul class="[^"]+" aria-label="markets"><\/ul>$/,
  );
  expect(renderToStaticMarkup(<Text>one</Text>)).toMatch(/^<p[^>]*>one<\/p>$/);
});
