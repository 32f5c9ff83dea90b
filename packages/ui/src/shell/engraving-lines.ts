/** Computed guilloche patterns as SVG paths, so that no page downloads their coordinates. */

type Point = readonly [x: number, y: number];

const toPath = (points: readonly Point[]) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

export interface Engraved {
  readonly width: number;
  readonly height: number;
  readonly pen: number;
  readonly path: string;
}

interface Ring {
  readonly inner: number;
  readonly outer: number;
  readonly waves: number;
  readonly lines: number;
  readonly steps: number;
}

const ROSETTE_RADIUS = 200;
const RINGS: readonly Ring[] = [
  { inner: 0.62, outer: 0.985, waves: 10, lines: 12, steps: 200 },
  { inner: 0.36, outer: 0.64, waves: 7, lines: 9, steps: 140 },
];

function ringPath({ inner, outer, waves, lines, steps }: Ring): string {
  let path = '';
  for (let line = 0; line < lines; line++) {
    const phase = (line / lines) * Math.PI * 2;
    const points = Array.from({ length: steps + 1 }, (_, step): Point => {
      const angle = (step / steps) * Math.PI * 2;
      const swing = ((outer - inner) / 2) * Math.cos(waves * angle + phase);
      const radius = ROSETTE_RADIUS * ((inner + outer) / 2 + swing);
      return [ROSETTE_RADIUS + radius * Math.cos(angle), ROSETTE_RADIUS + radius * Math.sin(angle)];
    });
    path += `${toPath(points)}Z`;
  }
  return path;
}

/** Two interlaced rings on a 400 × 400 field. */
export function rosette(): Engraved {
  const size = ROSETTE_RADIUS * 2;
  return { width: size, height: size, pen: 0.8, path: RINGS.map(ringPath).join('') };
}

const WAVE = { width: 375, height: 260, lines: 22, steps: 64 } as const;

/** A bundle of lines that cross twice, on a 375 × 260 field made to be stretched. */
export function wave(): Engraved {
  const { width, height, lines, steps } = WAVE;
  let path = '';
  for (let line = 0; line < lines; line++) {
    const share = line / (lines - 1);
    const points = Array.from({ length: steps + 1 }, (_, step): Point => {
      const at = step / steps;
      const envelope = 0.35 + 0.65 * Math.sin(Math.PI * (at * 0.9 + 0.08));
      const swell = 0.34 * envelope * Math.sin(at * 5.2 + share * 2.6) * (0.35 + share * 0.65);
      const ripple = 0.13 * Math.sin(at * 11 - share * 3.4);
      return [at * width, height * (0.5 + swell + ripple)];
    });
    path += toPath(points);
  }
  return { width, height, pen: 0.7, path };
}
