/** Sketches of what each photograph shows; decoration only. */
import type { JSX } from 'react';
import type { Side } from '../api.ts';

export function Sketch({ side }: { side: Side }) {
  return (
    <svg
      viewBox="0 0 150 94"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    >
      {SHAPES[side]}
    </svg>
  );
}

const SHAPES: Readonly<Record<Side, JSX.Element>> = {
  front: (
    <>
      <rect x="30" y="20" width="90" height="56" rx="6" />
      <rect x="38" y="29" width="24" height="28" rx="3" />
      <circle cx="50" cy="39" r="5" />
      <path d="M41 57c1-7 4-10 9-10s8 3 9 10M72 33h34M72 42h40M72 51h26M38 67h72" />
    </>
  ),
  back: (
    <>
      <rect x="30" y="20" width="90" height="56" rx="6" />
      <path d="M30 34h90" strokeWidth="8" opacity=".5" />
      <path d="M40 52h42M40 62h56" />
    </>
  ),
  hand: (
    <>
      <circle cx="52" cy="34" r="13" />
      <path d="M28 84c1-19 11-28 24-28s23 9 24 28" />
      <rect x="82" y="34" width="44" height="30" rx="4" />
      <circle cx="94" cy="46" r="4" />
      <path d="M87 58c1-4 4-6 7-6s6 2 7 6M106 44h14M106 51h14M76 74c6-1 8-5 8-10" />
    </>
  ),
};
