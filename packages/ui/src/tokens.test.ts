/** Checks the contrast of every colour pair on screen, in both themes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const TEXT_FLOOR = 4.5;
const EDGE_FLOOR = 3;

/** One colour on each of several surfaces. */
interface Pairing {
  readonly colour: string;
  readonly surfaces: readonly string[];
  readonly floor: number;
}

const text = (colour: string, surfaces: readonly string[]): Pairing => ({
  colour,
  surfaces,
  floor: TEXT_FLOOR,
});

const SURFACES = ['canvas', 'surface', 'surface-2', 'surface-3', 'sheet'];
const MARKET = ['green', 'red', 'blue', 'orange'];
const ON_ALL = ['text', 'text-2', 'text-3', 'accent', 'info', 'alert', 'paper'];

const PAIRINGS: readonly Pairing[] = [
  ...[...ON_ALL, ...MARKET.map((name) => `t-${name}`)].map((name) => text(name, SURFACES)),
  ...['ma-1', 'ma-2', 'ma-3'].map((name) => text(name, ['canvas', 'surface'])),
  ...['accent', 'info', 'alert', 'paper'].map((name) => text(name, [`${name}-soft`])),
  ...MARKET.flatMap((name) => [
    text(`t-${name}`, [`t-${name}-soft`]),
    text(`t-on-${name}`, [`t-${name}-fill`]),
    text('text', [`t-${name}-soft`]),
  ]),
  text('on-primary', ['primary', 'primary-press']),
  text('on-accent', ['accent']),
  text('on-hdr', ['hdr-my', 'hdr-ieo']),
  text('on-hdr-2', ['hdr-my', 'hdr-ieo']),
  { colour: 'edge', surfaces: ['canvas', 'surface', 'surface-2', 'sheet'], floor: EDGE_FLOOR },
  { colour: 'accent', surfaces: ['canvas', 'surface', 'surface-2', 'sheet'], floor: EDGE_FLOOR },
];

function coloursOf(theme: string): Map<string, string> {
  const block = css.match(new RegExp(`\\[data-theme="${theme}"\\] \\{([\\s\\S]*?)\\n\\}`))?.[1];
  const found = (block ?? '').matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g);
  return new Map([...found].map(([, name = '', colour = '']) => [name, colour]));
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
  const colours = coloursOf(theme);
  test.each(PAIRINGS)('$colour is readable on $surfaces', ({ colour, surfaces, floor }) => {
    for (const surface of surfaces) {
      const front = colours.get(colour);
      const back = colours.get(surface);
      if (front === undefined || back === undefined) throw new Error(`${colour} on ${surface}`);
      expect(contrast(front, back), `${colour} on ${surface}`).toBeGreaterThanOrEqual(floor);
    }
  });
});

test('covers the 184 pairs of the design', () => {
  const pairs = PAIRINGS.reduce((count, { surfaces }) => count + surfaces.length, 0);
  expect(pairs * 2).toBe(184);
});
